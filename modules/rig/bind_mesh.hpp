#pragma once

#include <jounce/components/assets/bound_mesh.hpp>
#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/modules/result/result.hpp>

namespace jounce {

/// More influences on one vertex are treated as a broken file.
inline constexpr std::size_t max_influences = 256;

/// Prepares a mesh for `skin`, once for all characters that use it. Influences of weight 0 are left
/// out. For dual quaternions weights are made to sum to one; for linear skinning they stay as they
/// are. Palettes of matrices are always skinned linearly. Error names: `bad_mesh` (arrays that do
/// not fit together), `unknown_joint`, `bad_weight` (negative or not finite),
/// `too_many_influences`.
template <class Real>
result<basic_bound_mesh<Real>> bind_mesh(const basic_skinned_mesh<Real>& mesh,
                                         const basic_skin_binding<Real>& binding,
                                         skin_method method);

} // namespace jounce
