#pragma once

#include <jounce/components/assets/clip.hpp>
#include <jounce/components/assets/rig.hpp>
#include <jounce/modules/bake/record_motion.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jounce::bake {

/// Linear keys of one property of one bone.
struct baked_track {
    std::int32_t bone = 0; ///< index into the rig
    track_target target = track_target::rotation;
    std::vector<float> times;
    std::vector<float> values; ///< `key_width(target)` per time
};

/// The result of springs for a clip. Properties that they do not change have no track: those of the
/// clip itself stay.
struct baked_tracks {
    std::vector<baked_track> tracks; ///< by bone, parents first, then by target
    std::size_t keys_before = 0;
    std::size_t keys_after = 0;
    double max_error = 0; ///< m, of any head or tail in any frame, against what was recorded
};

/// Default tolerance, as a share of the rig's size: so small that the file plays as a program runs.
inline constexpr double default_tolerance = 2e-6;

/// @param tolerance  m: with the keys that remain, heads and tails of bones are this near to what was
///                   recorded, in every frame; 0 keeps all keys. Rounding to float is beyond it.
baked_tracks make_tracks(const recorded_motion& motion, const rig& bones, double tolerance);

} // namespace jounce::bake
