#pragma once

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/simd/kernel.hpp>

#include <cstdint>

namespace jounce {

/// The rows of one character, eight joints at a time, for blocks with few characters: `palette_rows`
/// takes as long for one of them as for eight. The same bits. Rows of other lanes are not written,
/// unless the skin has less than eight joints.
/// Reads  bind, bone_transforms.  Writes  palette.  Cost  O(joints).
/// @pre 0 <= lane < lane_count
JOUNCE_KERNEL(lane_palette_rows,
              (const basic_skin_binding<Real>& bind, const basic_bone_transforms<Real>& transforms,
               std::int32_t lane, basic_palette<Real>& out),
              (bind, transforms, lane, out))

/// Up to so many characters of a block take less time one by one (docs/adr/0072).
inline constexpr int few_characters = 3;

} // namespace jounce
