#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>

#include <array>
#include <cstdint>

namespace jounce {

/// Where a collider is in the model space of each of eight characters. In lanes where it does not
/// apply, `radius` (and `radius_b`) is `no_collider`.
template <class Real> struct lane_collider {
    lane_vec3<Real> a;
    lane_vec3<Real> b; ///< plane: of unit length
    lane<Real> radius;
    lane<Real> radius_b;
    lane_quat<Real> rotation; ///< boxes only
    lane_vec3<Real> half;     ///< boxes only
};

/// How a collider moved since the last tick, the same for all springs that may touch
/// it. Scratch of tick and stable_pose: see systems/contact/collider_motion.hpp.
template <class Real> struct lane_collider_motion {
    lane_vec3<Real> middle;   ///< of a ball around it, at the end of the tick
    lane<Real> reach;         ///< radius of that ball, enlarged by the collider's own path
    lane<Real> gain;          ///< factor on the path length of an approaching spring
    lane_vec3<Real> velocity; ///< m/s; zero where the caller has no use for it
    lane_vec3<Real> origin; ///< capsules, from here on: where its frame is, at the end of the tick
    lane_vec3<Real> origin_before; ///< the same at its start
    lane_quat<Real> turn;          ///< from the one frame to the other
    lane_vec3<Real> axis;
    lane<Real> length;
    lane<Real> reach_beside; ///< as `reach`, but measured from the axis, not the centre
    lane<Real> radius;       ///< at the origin
    lane<Real> sine, cosine, tangent;
    bool has_frame = false; ///< whether the part for capsules has been written
};

/// So far below zero that nothing is ever inside (or, for `inside`, see `collide`), yet safe to add.
inline constexpr float no_collider = -1e15F;

/// What all lanes of a block's collider have in common.
struct collider_traits {
    collider_shape shape = collider_shape::sphere;
    bool inside = false;
    std::uint32_t groups = 1;
};

/// Colliders of a block: those of its kind first, then those of the world. Positions in model space
/// at both ends of the frame and of the current tick.
template <class Real> struct basic_block_colliders {
    lane_vector<collider_traits> traits;
    std::uint64_t world_version = 0; ///< which list of the world's colliders stands here
    lane_vector<lane_collider<Real>> frame_start;
    lane_vector<lane_collider<Real>> frame_end;
    lane_vector<lane_collider<Real>> tick_start;
    lane_vector<lane_collider<Real>> tick_end;
    lane_vector<lane_collider_motion<Real>> motions; ///< scratch
    /// How often a collider pushed a spring in the ticks of the last frame: for statistics, not
    /// part of the state.
    std::array<std::uint32_t, lane_count> contacts{};
};

using block_colliders = basic_block_colliders<float>; ///< in float, as programs use it

} // namespace jounce
