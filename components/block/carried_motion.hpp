#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>

namespace jounce {

/// Motion of each character's model space that ticks carry over from one frame to the next. Written by
/// tick or vrm_tick, from `frame_environment`.
template <class Real> struct carried_lanes {
    /// Motion that no tick has applied yet: from the model space of the last tick to the present one.
    lane_quat<Real> turn;
    lane_vec3<Real> shift;
    lane<Real> growth;
    /// Rates per second at the end of the frame before: of the turn (half the angle, along the axis)
    /// and of the shift.
    lane_vec3<Real> turn_rate;
    lane_vec3<Real> shift_rate;
    lane<Real> has_rates; ///< 1: these and those of the pose history are known
    /// As `environment_lanes::jump`, requested in an earlier frame and not yet applied by a tick.
    lane<Real> jump;
};

/// `carried_lanes` as a component of a block.
template <class Real> struct basic_carried_motion {
    lane_vector<carried_lanes<Real>> lanes; ///< one value
};

using carried_motion = basic_carried_motion<float>; ///< in float, as programs use it

} // namespace jounce
