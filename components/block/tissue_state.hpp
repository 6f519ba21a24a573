#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/block_colliders.hpp>

namespace jounce {

/// `affine` of eight characters.
template <class Real> struct lane_affine {
    lane_mat3<Real> linear;
    lane_vec3<Real> translation;
};

/// One handle of the flesh.
template <class Real> struct tissue_handle {
    lane_vec3<Real> now;      ///< displacement after the last tick, along the axes of the rest pose
    lane_vec3<Real> before;   ///< the same, one tick earlier
    lane_vec3<Real> turned;   ///< `now` along the axes of the model
    lane_vec3<Real> velocity; ///< of `turned`, units per second
};

/// Where a joint with flesh was, from the rest pose to the present model space.
template <class Real> struct tissue_joint_past {
    lane_affine<Real> tick;         ///< at the last tick
    lane_affine<Real> tick_before;  ///< at the tick before it
    lane_affine<Real> frame;        ///< when the last frame ended
    lane_affine<Real> frame_before; ///< when the frame before it ended
};

/// What is known of each character's motion.
template <class Real> struct tissue_lanes {
    lane<Real> known; ///< 0: nothing, 1: where it was, 2: how fast it was too
    lane<Real> tick;  ///< seconds of its last tick
};

/// How far flesh has carried a reactive bone away from its animated place.
template <class Real> struct bone_correction {
    lane_quat<Real> turn;  ///< of the bone, along the axes of the model
    lane_vec3<Real> shift; ///< of its centre, in the model
};

/// A reactive bone.
template <class Real> struct reactive_bone_past {
    bone_correction<Real> now;    ///< after the last tick
    bone_correction<Real> before; ///< one tick earlier
    bone_correction<Real> shown;  ///< at the end of the frame
};

/// What is known of a lane with reactive bones.
template <class Real> struct reactive_lanes {
    lane<Real> runs;         ///< 1: its last tick was of tier two_way
    lane_vec3<Real> touched; ///< force of the body on what it touched in its last tick, model space
};

/// Flesh of a block. Written by tissue.
template <class Real> struct basic_tissue_state {
    lane_vector<tissue_handle<Real>> handles;    ///< [handle]
    lane_vector<tissue_joint_past<Real>> joints; ///< [joint with flesh]
    lane_vector<tissue_lanes<Real>> lanes;       ///< one value
    lane_vector<reactive_bone_past<Real>> bones; ///< [reactive bone]
    lane_vector<lane_vec3<Real>> velocities;    ///< [reactive point] in the model, units per second
    lane_vector<reactive_lanes<Real>> reactive; ///< one value; none without reactive bones
    lane_vector<lane_collider<Real>>
        colliders; ///< [collider of `tissue_set`] where it was when the last frame ended
};

/// How far each handle of the flesh moves the skin in this frame, along the axes of the rest pose, in units of the rig.
/// Added to vertices before they are skinned. Written by tissue.
template <class Real> struct basic_displacements {
    lane_vector<lane_vec3<Real>> handles; ///< [handle]
};

using tissue_state = basic_tissue_state<float>;   ///< in float, as programs use it
using displacements = basic_displacements<float>; ///< in float, as programs use it

} // namespace jounce
