#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>

namespace jounce {

/// Simulated state of one spring of the stable solver.
template <class Real> struct spring_state {
    lane_vec3<Real> deflection; ///< in the bone's animated frame, see `stable_spring`
    lane_vec3<Real> before;     ///< the same, one tick earlier
    lane_vec3<Real> velocity;   ///< of the tail, m/s, along the model's axes, in inertial space
    lane_vec3<Real> position;   ///< of the tail, model space
    lane_vec3<Real> drive;      ///< what the moving frame gave the tail in the last tick, m/s
    lane_vec3<Real> coupling;   ///< the part of it that its ancestors' swing gave
};

/// State of a block under the stable solver. Written by tick.
template <class Real> struct basic_stable_state {
    lane_vector<spring_state<Real>> springs; ///< [spring]
};

/// How fast a bone's animated pose moves, per second. Scale is not kept: it hardly ever changes.
template <class Real> struct lane_pose_rate {
    lane_quat<Real> rotation; ///< of the quaternion's four numbers
    lane_vec3<Real> translation;
};

/// The animated pose of the frame before, of the bones that springs depend on, and its speed.
/// Written at the end of a frame.
template <class Real> struct basic_pose_history {
    lane_vector<lane_transform<Real>> local;          ///< [walked bone]
    lane_vector<lane_vec3<Real>> stretch;             ///< [walked bone], affine rigs only
    lane_vector<lane_transform<Real>> anchors;        ///< [anchor], model space
    lane_vector<lane_mat3<Real>> anchor_linear;       ///< [anchor], affine rigs only
    lane_vector<lane_vec3<Real>> tails;               ///< [spring], model space
    lane_vector<lane_pose_rate<Real>> local_rates;    ///< [walked bone]
    lane_vector<lane_pose_rate<Real>> anchor_rates;   ///< [anchor]
    lane_vector<lane_mat3<Real>> anchor_linear_rates; ///< [anchor], affine rigs only
};

using stable_state = basic_stable_state<float>; ///< in float, as programs use it
using pose_history = basic_pose_history<float>; ///< in float, as programs use it

} // namespace jounce
