#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstdint>

namespace jounce {

/// The shape of a collider, which determines which of its numbers are used.
enum class collider_shape : std::uint8_t {
    sphere,  ///< about `a`
    capsule, ///< from `a` to `b`, its radius may change on the way
    plane,   ///< through `a`; everything along the normal `b` is free
    box,     ///< about `a`, turned by `rotation`
};

/// A shape that springs and flesh may not enter, in the frame of the bone or entity it is attached to.
struct collider {
    collider_shape shape = collider_shape::sphere;
    bool inside = false;      ///< springs may not leave it instead (sphere, capsule, box)
    std::uint32_t groups = 1; ///< tested against `spring_tuning::collides_with`
    vec3<float> a;            ///< centre, one end, or a place on the plane
    vec3<float> b;            ///< capsule's other end, plane's normal (need not be of unit length)
    float radius = 0;         ///< at `a`; of a box: how far its edges are rounded
    float radius_b = 0;       ///< at `b`
    quat<float> rotation;     ///< of a box
    vec3<float> half;         ///< of a box: half its sides
};

} // namespace jounce
