#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/assets/spring_limit.hpp>
#include <jounce/components/base/math_types.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace jounce {

/// A damped oscillator `y'' + 2 l y' + w^2 y = a` over one tick, solved in advance: `y1 = yy y + yv
/// v + ya a` and `v1 = vy y + vv v + yv a`.
template <class Real> struct oscillator_step { Real yy = 1, yv = 0, ya = 0, vy = 0, vv = 1; };

/// The coefficients for one tick at one level of detail.
template <class Real> struct spring_step {
    oscillator_step<Real> bend;  ///< across the bone
    oscillator_step<Real> axial; ///< along it
};

/// One spring bone of the stable solver. Its deflection is measured in the bone's own animated frame
/// and in bone lengths: across the bone as an angle (4 tan of its quarter, see docs/solver.md), along
/// it as stretch.
template <class Real> struct stable_spring {
    std::int32_t bone = 0;
    std::int32_t parent = -1; ///< next spring towards the root, or -1
    std::int32_t island = 0;  ///< springs that hang together
    bool fixed_length = true;
    bool translate = false;       ///< moves its bone instead of rotating it
    bool pinned = false;          ///< the tail stays at its animated position
    bool collide_segment = false; ///< the whole bone collides, not only its tail
    limit_shape limit = limit_shape::none;
    bool limit_is_centred = true; ///< about the animated direction: no rotation needed

    vec3<Real> axis; ///< unit, in the bone's frame, head to tail
    Real length = 1; ///< of the bone in its own frame; a metre for a handle without length
    Real tail = 1;   ///< where the tail is along the axis, over `length`: 1, or 0 (handle)
    std::array<spring_step<Real>, detail_levels> steps;

    Real drag = 0;          ///< 1/s, of the air
    Real gravity = 0;       ///< share of the world's gravity
    Real inverse_mass = 1;  ///< 1/kg
    Real inherit = 0;       ///< 0..1, share of its spring parent's swing that carries it along
    Real hook = 0;          ///< 0: swings on an arc about the head; 1: on a straight line
    Real weight = 1;        ///< 0..1, how much of the deflection is shown
    Real max_speed = 0;     ///< units of the rig per second, relative to the animated tail
    Real least_stretch = 0; ///< <= 0, beyond the rest length, over `length`
    Real most_stretch = 0;  ///< >= 0

    quat<Real> limit_frame; ///< from the limit's axes to the bone's; Y is the centre
    Real limit_x = 0;       ///< largest deflection along the limit's X axis
    Real limit_z = 0;       ///< the same along its Z axis

    Real radius = 0;                 ///< units of the rig, as `max_speed`
    Real friction = 0;               ///< 0..1
    std::uint32_t collides_with = 0; ///< mask of collider groups

    Real inertia = 1;      ///< kg m^2, mass length^2, to add up energies
    Real bend_omega2 = 0;  ///< w^2
    Real axial_omega2 = 0; ///< the same of stretching
    Real bend_decay = 0;   ///< 1/s: l of `oscillator_step`, for other lengths of a tick
    Real axial_decay = 0;  ///< the same of stretching
};

/// A bone that springs move: spring bones and everything below them, parents first.
struct walked_bone {
    std::int32_t bone = 0;
    std::int32_t parent = -1; ///< place in the walk, or -1
    std::int32_t anchor = -1; ///< where `parent` is -1: place among the anchors, or -1 for a root
    std::int32_t spring = -1; ///< index of its spring, or -1: follows its parent
    bool leads_to_spring = false; ///< ticks need it, not only the final pose
    bool has_springs_below = false;
    bool below_spring = false; ///< moved by a spring other than its own
};

/// A collider that belongs to every character of the kind.
struct bone_collider {
    std::int32_t bone = 0;
    std::int32_t walked = -1; ///< its place in the walk if springs move it, or -1
    collider body;
};

// Ticks per second outside this range are treated as mistakes.
inline constexpr double least_tick_rate = 1;    ///< ticks per second
inline constexpr double most_tick_rate = 10000; ///< ticks per second

/// The springs of a rig for the stable solver. Made by `stable_builder`.
template <class Real> struct basic_stable_set {
    Real tick_seconds = Real(1) / Real(120);  ///< at full rate
    std::vector<stable_spring<Real>> springs; ///< parents first
    std::vector<walked_bone> walk;
    std::vector<std::int32_t> anchors; ///< animated bones that are parents of walked bones
    std::vector<bone_collider> colliders;
    std::int32_t islands = 0;         ///< groups of connected springs
    Real extent = 1;                  ///< longest side of the box around the bones at rest, m
    bool chains_collide = false;      ///< chains of the character push each other apart
    std::vector<float> radii;         ///< [spring], for that
    std::vector<std::int32_t> chains; ///< [spring], its island

    /// Whether the kind has no springs of this solver.
    bool empty() const { return springs.empty(); }
};

} // namespace jounce
