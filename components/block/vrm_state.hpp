#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>

namespace jounce {

/// Simulated state of one pair of joints.
template <class Real> struct vrm_spring_state {
    lane_vec3<Real> tail;        ///< model space, or that of the spring's centre bone
    lane_vec3<Real> tail_before; ///< the same, one tick earlier
    lane_quat<Real> turn;        ///< of the head from its rest rotation
    lane_quat<Real> turn_before; ///< the same, one tick earlier
};

/// State of a block under the VRM solver. Written by vrm_tick.
template <class Real> struct basic_vrm_state {
    lane_vector<vrm_spring_state<Real>> springs; ///< [spring]
};

/// Where a collider is, model space.
template <class Real> struct lane_vrm_collider {
    lane_vec3<Real> at;
    lane_vec3<Real> arm; ///< capsule: to its other end; plane: normal of unit length
    lane<Real> radius;
};

/// The pose of the frame before, and the bones that a walk has computed so far. Written by
/// vrm_tick.
template <class Real> struct basic_vrm_walk {
    lane_vector<lane_transform<Real>> past;    ///< [place], local, or model space where animated
    lane_vector<lane_vec3<Real>> past_stretch; ///< [place], affine rigs only
    lane_vector<lane_mat3<Real>> past_linear;  ///< [place], affine rigs only
    lane_vector<lane_transform<Real>> now;     ///< [place], model space, after the last tick
    lane_vector<lane_mat3<Real>> now_linear;   ///< [place], affine rigs only
    lane_vector<lane_vrm_collider<Real>> colliders; ///< [collider]
};

using vrm_state = basic_vrm_state<float>; ///< in float, as programs use it
using vrm_walk = basic_vrm_walk<float>;   ///< in float, as programs use it

} // namespace jounce
