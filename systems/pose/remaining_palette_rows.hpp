#pragma once

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/simd/kernel.hpp>

#include <cstdint>

namespace jounce {

/// `palette_rows` for the joints from `first` on: the same bits, for palettes whose other joints come from
/// clips (`sample_affine`).
/// Reads  bind, bone_transforms.  Writes  palette.  Cost  O(joints - first).
/// @pre the binding has mode `matrix`; 0 <= first <= joints
JOUNCE_KERNEL(remaining_palette_rows,
              (const basic_skin_binding<Real>& bind, std::int32_t first,
               const basic_bone_transforms<Real>& transforms, basic_palette<Real>& out),
              (bind, first, transforms, out))

} // namespace jounce
