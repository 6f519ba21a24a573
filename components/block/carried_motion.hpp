#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>

namespace jounce {

/// What ticks carry over from one frame to the next of how each character's model space moves. Written by tick
/// or vrm_tick, from what `frame_environment` says of each frame.
template <class Real> struct carried_lanes {
    lane_quat<Real>
        turn; ///< motion that no tick has seen yet: from the model space of the last tick
    lane_vec3<Real> shift; ///< to the present one
    lane<Real> growth;
    lane_vec3<Real>
        turn_rate; ///< of the frame's turn (half the angle, along the axis) and of its shift
    lane_vec3<Real> shift_rate; ///< when the frame before ended, per second
    lane<Real> has_rates;       ///< 1: these and those of the pose history are known
    lane<Real>
        jump; ///< as `environment_lanes::jump`, asked for before this frame; no tick has done it yet
};

/// `carried_lanes` as a component of a block.
template <class Real> struct basic_carried_motion {
    lane_vector<carried_lanes<Real>> lanes; ///< one value
};

using carried_motion = basic_carried_motion<float>; ///< in float, as programs use it

} // namespace jounce
