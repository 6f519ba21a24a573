#pragma once

// Ordinary tracks beside affine frames. For make_affine_kind.cpp.

#include <jounce/components/assets/clip.hpp>
#include <jounce/components/assets/rig.hpp>

#include <cstdint>
#include <span>

namespace jounce {

/// Gives root bones tracks that follow the affine frames of a clip, in place of those it has.
/// @param affine_bones  [joint of the frames]
/// @pre the frames have no fault
void add_affine_tracks(const rig& bones, std::span<const std::int32_t> affine_bones, clip& to);

} // namespace jounce
