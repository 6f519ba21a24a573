#pragma once

#include <jounce/components/colliders.hpp>
#include <jounce/components/lane_vector.hpp>
#include <jounce/components/lanes.hpp>

#include <array>
#include <cstdint>

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
template <class Real> struct basic_swing {
    lane_vector<spring_state<Real>> springs; ///< [spring]
};

/// How fast a bone's animated pose moves, per second. Scale is not kept: it hardly ever changes.
template <class Real> struct lane_pose_rate {
    lane_quat<Real> rotation; ///< of the quaternion's four numbers
    lane_vec3<Real> translation;
};

/// The animated pose of the frame before, as far as springs hang on it, and how fast it came there.
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

/// Why springs are carried along rigidly: the character is elsewhere, or they start or start anew.
inline constexpr float jump_of_place = 1;
inline constexpr float jump_of_start = 2;

/// Per frame: what the world does to each of the eight characters. Written by prepare.
template <class Real> struct conditions_lanes {
    lane_quat<Real> turn;  ///< this frame's motion: from the model space before to the present one
    lane_vec3<Real> shift; ///< both as far as springs feel it
    lane<Real> growth;     ///< the same of scale
    lane_vec3<Real>
        turn_rate; ///< of `turn` (half the angle, along the axis) and of `shift` when the
    lane_vec3<Real> shift_rate; ///< frame before ended, per second; written at the end of a frame
    lane<Real> has_rates;       ///< 1: these and those of the pose history are known
    lane_quat<Real> carry_turn; ///< motion that no tick has seen yet
    lane_vec3<Real> carry_shift;
    lane<Real> carry_growth;
    lane_quat<Real> upright;      ///< from the axes of the world to those of the model
    lane<Real> unit;              ///< a metre of the world in model space
    lane_vec3<Real> gravity;      ///< model space, m/s^2
    lane_vec3<Real> wind;         ///< model space, m/s
    lane_vec3<Real> across;       ///< what gusts add to it sideways, m/s
    lane<Real> gust;              ///< share of the wind that comes and goes
    lane_vec3<Real> gust_axis[3]; ///< model space: cycles per metre of the three waves of a gust
    lane_vec3<Real> gust_phase;   ///< of the three, in cycles, at the model's origin
    lane<Real> weight;            ///< 0: the animated pose
    lane<Real> jump;              ///< above 0: springs are carried along rigidly this frame
    lane<Real> still;             ///< 1: paused, keeps its deflection
};

template <class Real> struct basic_conditions { lane_vector<conditions_lanes<Real>> lanes; };

/// Colliders of a block: those of its kind first, then what the world brings. Positions in model
/// space at both ends of the frame and of the current tick.
template <class Real> struct basic_block_colliders {
    lane_vector<collider_traits> traits;
    std::uint64_t world_version = 0; ///< which list of the world's colliders stands here
    lane_vector<lane_collider<Real>> frame_start;
    lane_vector<lane_collider<Real>> frame_end;
    lane_vector<lane_collider<Real>> tick_start;
    lane_vector<lane_collider<Real>> tick_end;
    lane_vector<lane_collider_motion<Real>> motions; ///< scratch
    /// How often a collider pushed a spring in the ticks of the last frame: a figure to look at, no
    /// part of the state.
    std::array<std::uint32_t, lane_count> contacts{};
};

/// Bones on a walk, parents before children.
template <class Real> struct walked_frames {
    lane_vector<lane_transform<Real>> bones; ///< [walked bone], its scale with stretch
    lane_vector<lane<Real>> scale;           ///< [walked bone], without: what children inherit
    lane_vector<lane_mat3<Real>> linear;     ///< [walked bone], affine rigs only
};

/// How the swing of a bone and of those above it changes in a tick because the animation changes its
/// speed: loose bones stay behind. Model space.
template <class Real> struct lane_recoil {
    lane_vec3<Real> turn;  ///< rad/s
    lane_vec3<Real> shift; ///< of the bone's head, m/s
};

/// Where a walk down the bones has come. Scratch of tick and deflect.
template <class Real> struct basic_walk {
    walked_frames<Real> now;
    walked_frames<Real> frozen; ///< the same had no deflection changed since the last tick
    lane_vector<lane_recoil<Real>> recoil;     ///< [walked bone], in this tick
    lane_vector<lane_transform<Real>> anchors; ///< [anchor], at the time of the tick
    lane_vector<lane_mat3<Real>> anchor_linear;
    lane_vector<lane_vec3<Real>>
        force; ///< [spring], N, along the model's axes; written by the host
    lane_vector<lane_vec3<Real>> parted; ///< [spring], tails kept apart; where chains collide
    lane_vector<lane_vec3<Real>> parted_velocity;
};

using swing = basic_swing<float>;
using pose_history = basic_pose_history<float>;
using conditions = basic_conditions<float>;
using block_colliders = basic_block_colliders<float>;
using walk = basic_walk<float>;

} // namespace jounce
