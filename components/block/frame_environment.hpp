#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>

namespace jounce {

/// @{ Why springs are carried along rigidly: the character was teleported, or they start or
/// restart.
inline constexpr float jump_of_place = 1;
inline constexpr float jump_of_start = 2;
/// @}

/// Per frame: external influences on each character. Written by prepare. `carried_motion` holds
/// what ticks accumulate over several frames.
template <class Real> struct environment_lanes {
    lane_quat<Real> turn;  ///< this frame's motion: from the model space before to the present one
    lane_vec3<Real> shift; ///< both reduced to the share that acts on springs
    lane<Real> growth;     ///< the same of scale
    lane_quat<Real> upright;      ///< from the axes of the world to those of the model
    lane<Real> unit;              ///< a metre of the world in model space
    lane_vec3<Real> gravity;      ///< model space, m/s^2
    lane_vec3<Real> wind;         ///< model space, m/s
    lane_vec3<Real> across;       ///< what gusts add to it sideways, m/s
    lane<Real> gust;              ///< share of the wind that comes and goes
    lane_vec3<Real> gust_axis[3]; ///< model space: cycles per metre of the three waves of a gust
    lane_vec3<Real> gust_phase;   ///< of the three, in cycles, at the model's origin
    lane<Real> weight;            ///< 0: the animated pose
    lane<Real> jump;  ///< above 0: springs are to be carried along rigidly by the next tick
    lane<Real> still; ///< 1: paused, keeps its deflection
};

/// `environment_lanes` as a component of a block.
template <class Real> struct basic_frame_environment {
    lane_vector<environment_lanes<Real>> lanes; ///< one value
};

using frame_environment = basic_frame_environment<float>; ///< in float, as programs use it

} // namespace jounce
