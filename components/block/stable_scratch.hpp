#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>

namespace jounce {

/// Bones on a walk, parents before children.
template <class Real> struct walked_frames {
    lane_vector<lane_transform<Real>> bones; ///< [walked bone], its scale with stretch
    lane_vector<lane<Real>> scale;           ///< [walked bone], without: what children inherit
    lane_vector<lane_mat3<Real>> linear;     ///< [walked bone], affine rigs only
};

/// How the swing of a bone and of those above it changes in a tick because the animation changes
/// its speed: loose bones lag behind. Model space.
template <class Real> struct lane_recoil {
    lane_vec3<Real> turn;  ///< rad/s
    lane_vec3<Real> shift; ///< of the bone's head, m/s
};

/// Bones that a walk has computed so far. Scratch of tick and stable_pose.
template <class Real> struct basic_stable_scratch {
    walked_frames<Real> now;
    walked_frames<Real> frozen; ///< the same if no deflection had changed since the last tick
    lane_vector<lane_recoil<Real>> recoil;     ///< [walked bone], in this tick
    lane_vector<lane_transform<Real>> anchors; ///< [anchor], at the time of the tick
    lane_vector<lane_mat3<Real>> anchor_linear;
    lane_vector<lane_vec3<Real>>
        force; ///< [spring], N, along the model's axes; written by the host
    lane_vector<lane_vec3<Real>> parted; ///< [spring], tails kept apart; where chains collide
    lane_vector<lane_vec3<Real>> parted_velocity;
};

using stable_scratch = basic_stable_scratch<float>; ///< in float, as programs use it

} // namespace jounce
