#pragma once

#include <jounce/components/assets/spring_limit.hpp>
#include <jounce/components/assets/spring_set.hpp>
#include <jounce/components/base/math_types.hpp>

#include <cstdint>

namespace jounce {

/// How far a spring bone may turn from its animated direction. Angles in radians.
struct limit_tuning {
    limit_shape shape = limit_shape::none;
    double angle = 3.141592653589793; ///< cone: half opening; hinge: to either side
    double pitch = 3.141592653589793; ///< spherical: about the limit's X axis
    double yaw = 3.141592653589793;   ///< spherical: about the limit's Z axis
    /// Turns the limit's frame in the bone's own: its Y axis is the centre. The default frame has Y
    /// along the bone, so identity means a limit about the animated direction.
    quat<double> centre = {};

    friend bool operator==(const limit_tuning&, const limit_tuning&) = default;
};

/// Tuning of one spring bone of the stable solver, in an artist's terms. Rates are per second and
/// lengths metres, so nothing here depends on a frame rate or on the length of the bone.
struct spring_tuning {
    double frequency = 2;       ///< Hz, of bending; 0: nothing pulls back
    double damping_ratio = 0.3; ///< 1: returns without overshoot
    double axial_frequency = 6; ///< Hz, of stretching; unused with `fixed_length`
    double axial_damping_ratio = 0.5;
    double drag = 0.5;     ///< 1/s, of the air; also how strongly wind carries the bone
    double gravity = 0;    ///< share of the world's gravity that acts on the bone
    double mass = 1;       ///< kg, for impulses and forces
    double inherit = 0.85; ///< 0..1, share of its spring parent's swing that carries it along
    double hook = 0;       ///< 0: the tail swings on an arc about the head; 1: on a straight line
    double weight = 1;     ///< 0..1, how much of the deflection is shown
    double max_speed = 50; ///< m/s, of the tail relative to its animated position

    bool fixed_length = true; ///< the bone never stretches
    double min_stretch = 0.5; ///< shortest length over rest length
    double max_stretch = 1.5; ///< longest
    limit_tuning limit;

    double radius = 0;               ///< m, of the tail, against colliders
    double friction = 0.2;           ///< 0..1
    std::uint32_t collides_with = 1; ///< mask of collider groups
    bool collide_segment = false;    ///< the whole bone, not only its tail
    bool pinned = false;             ///< the tail stays at its animated position
    spring_transform output = spring_transform::rotate_scale;

    friend bool operator==(const spring_tuning&, const spring_tuning&) = default;
};

} // namespace jounce
