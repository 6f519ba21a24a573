#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>

namespace jounce {

/// The animated pose, relative to parents. Written by the host, or by sample for characters that play clips. Bones
/// that follow others (VRM) get their rotation from constrain, in `frame_scratch::constrained`.
template <class Real> struct basic_local_pose {
    lane_vector<lane_transform<Real>> bones; ///< [bone]
    lane_vector<lane_vec3<Real>> stretch;    ///< [bone], affine rigs only
};

/// The animated pose in model space. Written by fk. No component: see `frame_scratch`, and
/// `animated_pose` to read it after the frame.
template <class Real> struct basic_rigid_pose {
    lane_vector<lane_transform<Real>> bones; ///< [bone]
    lane_vector<lane_mat3<Real>> linear;     ///< [bone], affine rigs only
    lane_vector<lane_vec3<Real>> tails;      ///< [affected bone]
};

/// Heads and tails of the bones that springs move, model space. Written by project.
template <class Real> struct basic_dynamic_pose {
    lane_vector<lane_vec3<Real>> heads; ///< [affected bone]
    lane_vector<lane_vec3<Real>> tails; ///< [affected bone]
};

/// Final bone transforms in model space: animation where a bone is rigid, springs where it is not.
/// Written by pose.
template <class Real> struct basic_bone_transforms {
    lane_vector<lane_transform<Real>> bones; ///< [bone]
    lane_vector<lane_mat3<Real>> linear;     ///< [bone], affine rigs only
};

using local_pose = basic_local_pose<float>;           ///< in float, as programs use it
using rigid_pose = basic_rigid_pose<float>;           ///< in float, as programs use it
using dynamic_pose = basic_dynamic_pose<float>;       ///< in float, as programs use it
using bone_transforms = basic_bone_transforms<float>; ///< in float, as programs use it

} // namespace jounce
