#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/math_types.hpp>
#include <jounce/components/host/placement.hpp>

namespace jounce {

/// State of a character's springs from the frame before. Kept by prepare; see `control_state_of`.
struct control_state {
    placement at;
    placement centre;
    float weight = 1;
    bool is_placed = false; ///< `at` was written
    bool has_centre = false;
    bool jumped = false;     ///< its last move was treated as a teleport
    vec3<float> velocity;    ///< m/s in the world, relative to its centre, of its last move
    float spin = 0;          ///< rad/s, of the last frame
    float idle_seconds = 0;  ///< since its last move; stops counting when it stands still
    float detail_weight = 1; ///< of what is shown, by level of detail: fades before a freeze
    float detail_wanted = 1; ///< where it goes: 0 or 1
};

/// `control_state` of all characters of a block. Stored with the block's other state, so that a
/// frame need not look up every character.
struct control_states {
    lane_vector<control_state> lanes; ///< [lane]
};

} // namespace jounce
