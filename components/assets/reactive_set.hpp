#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce {

template <class Real> struct tissue_share;  // components/assets/tissue_set.hpp
template <class Real> struct tissue_weight; // components/assets/tissue_set.hpp

/// A bone that feels its flesh, and is held to the animation by springs.
template <class Real> struct reactive_bone {
    std::int32_t bone = 0;  ///< of the rig
    std::int32_t joint = 0; ///< of `basic_tissue_set::joints`
    std::int32_t parent =
        -1;            ///< reactive bone that it hangs on, listed before it; -1: the animation
    vec3<Real> centre; ///< in the rest pose: what its position is the position of
    vec3<Real> local_centre;  ///< the same in the bone's own frame
    vec3<Real> anchor;        ///< in the rest pose: where it hangs on its parent
    Real hold = 0;            ///< N/m, between the two images of the anchor
    Real hold_damping = 0;    ///< N s/m
    Real turn = 0;            ///< N m/rad over the square of a unit, towards the animated turn
    Real turn_damping = 0;    ///< N m s/rad over the square of a unit
    Real limit = 0;           ///< rad away from the animated turn, above 0
    Real limit_stiffness = 0; ///< N m/rad over the square of a unit, beyond the limit; 0: no limit
};

/// Mass at a point of flesh or bone.
template <class Real> struct reactive_point {
    vec3<Real> rest;
    Real mass = 0;                  ///< kg
    std::uint32_t first_weight = 0; ///< in `basic_reactive_set::weights`, handles ascending
    std::uint32_t weight_count = 0; ///< how many
    std::uint32_t first_share = 0;  ///< in `basic_reactive_set::shares`
    std::uint32_t share_count = 0;  ///< how many, at most `most_point_shares`
};

/// Joints that may carry one point of a reactive kind.
inline constexpr std::size_t most_point_shares = 16;

/// Bones of a kind that feel their flesh. Empty: flesh follows bones, and that is all. Made by `add_reactive_bones`.
template <class Real> struct basic_reactive_set {
    std::vector<reactive_bone<Real>> bones; ///< parents first
    std::vector<std::int32_t>
        carrier_of_joint; ///< [joint with flesh] reactive bone; -1: the animation
    std::vector<std::int32_t> carrier_of_bone; ///< [bone of the rig] the same
    std::vector<reactive_point<Real>> points;
    std::vector<tissue_weight<Real>> weights;
    std::vector<tissue_share<Real>> shares;
    Real gravity = 0;       ///< share of the world's gravity that bones feel
    Real flesh_gravity = 0; ///< and that handles feel

    /// Numbers of all bones.
    std::size_t size() const { return 6 * bones.size(); }
};

using reactive_set = basic_reactive_set<float>; ///< in float, as programs use it

} // namespace jounce
