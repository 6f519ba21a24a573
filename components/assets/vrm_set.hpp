#pragma once

#include <jounce/components/assets/spring_limit.hpp>
#include <jounce/components/base/math_types.hpp>

#include <cstdint>
#include <vector>

namespace jounce {

/// The shape of a VRM collider.
enum class vrm_shape : std::uint8_t {
    sphere,
    capsule,
    plane, ///< everything along its normal is free
};

/// One pair of joints under the VRM solver: the head bone that turns, and the tail that swings.
/// Letters as in the specification; all numbers are those of the world, not of the character's own
/// metres.
template <class Real> struct vrm_spring {
    std::int32_t bone = 0;    ///< the head
    std::int32_t centre = -1; ///< place in the walk of the bone in whose space it lives, or -1
    bool centre_is_head = false;
    limit_shape limit = limit_shape::none;
    std::int32_t first_contact = 0; ///< range of `contacts`
    std::int32_t contact_count = 0; ///< how many

    vec3<Real> tail;         ///< in the head's frame, at rest
    vec3<Real> axis;         ///< the same, of unit length
    Real stiffness = 1;      ///< m/s, pulls the tail along its rest direction
    Real keep = Real(0.5);   ///< 1 - dragForce: share of the velocity that remains after a tick
    vec3<Real> pull;         ///< gravityPower * gravityDir, m/s
    Real hit_radius = 0;     ///< of the tail, for collisions
    bool hit_scales = false; ///< the hit radius grows with the head's scale; else it is in metres

    quat<Real> limit_frame; ///< from the limit's axes to the head's; Y is the centre
    Real limit_cosine = -1; ///< of the cone's or hinge's angle, or of the pitch
    Real limit_sine = 0;    ///< of the same angle
    Real yaw_cosine = 0;    ///< of the yaw of a spherical limit
    Real yaw_sine = 1;      ///< of the same
};

/// A collider of the kind, in the frame of its bone.
template <class Real> struct vrm_collider {
    std::int32_t bone = 0;
    std::int32_t place = 0; ///< of the bone in the walk
    vrm_shape shape = vrm_shape::sphere;
    bool inside = false;
    bool scales =
        true; ///< the radius grows with the bone's scale; else it is in metres of the world
    vec3<Real> offset;
    vec3<Real> arm; ///< capsule: from `offset` to its other end; plane: its normal
    Real radius = 0;
};

/// A bone that ticks or the final pose need, in an order in which everything comes after what it
/// depends on: its parent, and for a head the colliders it meets and its centre.
struct vrm_bone {
    std::int32_t bone = 0;
    std::int32_t parent = -1; ///< place in the walk; -1 for a root, and where `animated`
    std::int32_t spring = -1; ///< or -1: follows its parent
    bool animated = false;    ///< no spring moves it: taken from the animated pose as a whole
    bool in_ticks = false;    ///< ticks need it, not only the final pose
    std::int32_t first_collider = 0; ///< range of `colliders`
    std::int32_t collider_count = 0;
};

/// A bone that springs move, in the order of the rig: parents first.
struct vrm_moved {
    std::int32_t bone = 0;
    std::int32_t spring = -1;
};

/// The springs of a rig under the VRM solver. Made by `vrm_builder`.
template <class Real> struct basic_vrm_set {
    Real tick_seconds = Real(1) / Real(60);
    std::int32_t contact_rounds = 1; ///< of colliders in a tick, at most
    std::vector<vrm_spring<Real>> springs;
    std::vector<vrm_bone> walk;
    std::vector<vrm_moved> moved;
    std::vector<vrm_collider<Real>> colliders; ///< by place in the walk
    std::vector<std::int32_t> contacts;        ///< colliders in the order of a chain's groups
    /// Colliders attached to the bones that they push: they have their positions of the last tick.
    std::vector<std::int32_t> late;

    /// Whether the kind has no springs of this solver.
    bool empty() const { return springs.empty(); }
};

} // namespace jounce
