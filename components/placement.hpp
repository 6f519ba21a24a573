#pragma once

#include <jounce/components/lane_vector.hpp>
#include <jounce/components/math_types.hpp>
#include <jounce/components/rig.hpp>

#include <cstdint>

namespace jounce {

/// Where a character stands: model space to world space. Component of a character, written by the
/// host. Double, so that springs a hundred kilometres from the origin move as they do there.
/// `spawn` gives one to every character. A character without it stands at the origin, at its natural
/// size, and never moves.
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

/// What a character stands on (a train, a lift, a ship): its motion is not felt by the springs.
/// Component of a character, written by the host.
struct centre_space {
    placement at;
    float share = 1; ///< 0: as if it were not there; 1: springs live in its space
};

/// Controls of one character. Optional component, written by the host.
struct spring_control {
    float weight = 1;           ///< 0: the animated pose, 1: all that the springs do
    float fade_seconds = 0.25F; ///< for the weight to go all the way
    bool paused = false;        ///< the springs keep their deflection and follow rigidly
    float follow = 0;      ///< 0..1, share of the character's own motion that springs do not feel
    bool teleport = false; ///< this frame's move is no motion; cleared when it has been done
    bool reset = false;    ///< springs start again at the animated pose; cleared when done
    /// m; a move in one frame is a teleport if it is farther than this, plus `teleport_speed` times the
    /// frame's dt, from what the character's own velocity explains. 0: never
    float teleport_distance = 0.75F;
    float teleport_speed = 15; ///< m/s by which motion may change its velocity within a frame
    float teleport_angle =
        1.6F;       ///< rad; the same for turns: beyond what its spin explains. 0: never
    float wind = 1; ///< share of the wind that reaches the character
};

/// What a character's springs remember of the frame before. Kept by prepare; see `control_state_of`.
struct control_state {
    placement at;
    placement centre;
    float weight = 1;
    bool is_placed = false; ///< `at` was written
    bool has_centre = false;
    bool jumped = false;     ///< its last move was taken for a teleport
    vec3<float> velocity;    ///< m/s in the world, relative to its centre, of its last move
    float spin = 0;          ///< rad/s, of the last frame
    float idle_seconds = 0;  ///< since its last move; stops counting when it stands
    float detail_weight = 1; ///< of what is shown, by level of detail: fades before a freeze
    float detail_wanted = 1; ///< where it goes: 0 or 1
};

/// The same of everyone in a block. Beside the block's other state, so that a frame does not look for
/// every character.
struct control_states {
    lane_vector<control_state> lanes; ///< [lane]
};

} // namespace jounce
