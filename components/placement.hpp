#pragma once

#include <jounce/components/lane_vector.hpp>
#include <jounce/components/math_types.hpp>

#include <cstdint>

namespace jounce {

/// Where a character stands: model space to world space. Component of a character, written by the
/// host. Double, so that springs a hundred kilometres from the origin move as they do there.
/// A character without it has a model space that never moves.
struct placement {
    vec3<double> position;
    quat<float> rotation;
    float scale = 1; ///< > 0

    friend bool operator==(const placement&, const placement&) = default;
};

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
    float teleport_distance = 3; ///< m; a longer move in one frame is a teleport. 0: never
    float teleport_angle = 1.6F; ///< rad; a wider turn in one frame is a teleport. 0: never
    float wind = 1;              ///< share of the wind that reaches the character
};

/// What a character's springs remember of the frame before. Kept by prepare; see `control_state_of`.
struct control_state {
    placement at;
    placement centre;
    float weight = 1;
    bool is_placed = false; ///< `at` was written
    bool has_centre = false;
    float detail_weight = 1; ///< of what is shown, by level of detail: fades before a freeze
    float detail_wanted = 1; ///< where it goes: 0 or 1
};

/// The same of everyone in a block. Beside the block's other state, so that a frame does not look for
/// every character.
struct control_states {
    lane_vector<control_state> lanes; ///< [lane]
};

} // namespace jounce
