#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/base/math_types.hpp>

namespace jounce {

/// Where a character stands: model space to world space. Component of a character, written by the
/// host. Double, so that springs a hundred kilometres from the origin move as they do at the
/// origin. `spawn` gives one to every character. A character without it stands at the origin, at
/// its natural size, and never moves.
struct placement {
    vec3<double> position;
    quat<float> rotation;
    /// > 0. From the units of the model to metres: `rig::metres_per_unit` is a character's natural
    /// size, twice that a giant, whose spring radii and colliders are twice as large too.
    float scale = 1;

    friend bool operator==(const placement&, const placement&) = default;
};

/// At the origin, at the natural size of a character.
inline placement natural_placement(const rig& bones) { return {{}, {}, bones.metres_per_unit}; }

/// The space that a character stands in (a train, a lift, a ship): its motion does not act on the
/// springs. Component of a character, written by the host.
struct centre_space {
    placement at;
    float share = 1; ///< 0: no effect; 1: springs ignore all of its motion
};

} // namespace jounce
