#pragma once

#include <jounce/components/assets/affine_frames.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce {

/// How a track goes from one key to the next.
enum class interpolation : std::uint8_t {
    step,   ///< the value of the key before
    linear, ///< straight; rotations turn evenly the short way
    cubic,  ///< Hermite splines with a tangent before and after each key, as in glTF
};

/// The part of a bone's local pose that a track moves.
enum class track_target : std::uint8_t { translation, rotation, scale };

/// The keys of one property of one bone. Numbers per key: 3, or 4 for a rotation (xyzw); three times
/// as many for `cubic` (tangent before, value, tangent after).
struct track {
    std::int32_t bone = 0; ///< index into the rig
    track_target target = track_target::translation;
    interpolation mode = interpolation::linear;
    std::uint32_t first_key = 0;   ///< into `clip::times`; tracks may share their times
    std::uint32_t key_count = 0;   ///< at least 1
    std::uint32_t first_value = 0; ///< into `clip::values`
};

/// The keys of all morph weights of one mesh: `weight_count` numbers per key.
struct morph_track {
    std::int32_t mesh = 0; ///< as the loader numbers the meshes of the model
    interpolation mode = interpolation::linear;
    std::uint32_t weight_count = 0;
    std::uint32_t first_key = 0;
    std::uint32_t key_count = 0;
    std::uint32_t first_value = 0;
};

/// An animation of a rig. Properties without a track keep their rest value. Before the first key of
/// a track it has its first value, after the last key its last. Made by a loader, which has checked
/// all conditions stated here (times finite and ascending, ranges inside the arrays, rotations of
/// unit length); never edited afterwards.
struct clip {
    std::string name;
    float duration = 0; ///< seconds, at least that of every track
    std::vector<float> times;
    std::vector<float> values;
    std::vector<track> tracks; ///< ascending by bone, then by target; at most one of each
    std::vector<morph_track> morphs;
    affine_frames affine;
};

/// Clips that were made for one rig.
struct clip_set {
    std::vector<clip> clips;
};

} // namespace jounce
