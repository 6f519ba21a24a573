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

/// Flesh of a block. Written by tissue.
template <class Real> struct basic_tissue_state {
    lane_vector<tissue_handle<Real>> handles;    ///< [handle]
    lane_vector<tissue_joint_past<Real>> joints; ///< [joint with flesh]
    lane_vector<tissue_lanes<Real>> lanes;       ///< one value
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
