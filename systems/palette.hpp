#pragma once

#include <jounce/components/palette.hpp>
#include <jounce/components/poses.hpp>

namespace jounce {

/// Bone transforms times inverse binds, split into dual quaternion and scale, in GPU order.
/// Reads  bind, bone_transforms.  Writes  palette.  Cost  O(joints).
template <class Real>
void palette_rows(const basic_bind<Real>& bind, const basic_bone_transforms<Real>& transforms,
                  basic_palette<Real>& out) noexcept;

} // namespace jounce
