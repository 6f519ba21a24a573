#pragma once

// Telling without a root that a ball does not meet a collider. Kernel sources only.
//
// Most springs are nowhere near most colliders, and the way of a ball past a moving shape takes ten
// times as long to follow as this takes to rule out. A "no" means nothing; a "yes" is certain, so
// results do not depend on what is ruled out here.

#include <jounce/components/colliders.hpp>
#include <jounce/systems/detail/lane_math.hpp>

namespace jounce::JOUNCE_LEVEL {

/// (a + b)^2 <= 1.25 a^2 + 5 b^2: outside by more than the way is long, and so all along the way.
template <class Real>
JOUNCE_INLINE mask<Real> is_beyond(const num<Real>& distance2, const num<Real>& radius,
                                   const num<Real>& way2) {
    return less<Real>(Real(1.25) * (radius * radius) + Real(5) * way2, distance2);
}

template <class Real>
JOUNCE_INLINE mask<Real> clear_of_sphere(const lane_collider<Real>& before,
                                         const lane_collider<Real>& now, const vec<Real>& from,
                                         const vec<Real>& to, const num<Real>& radius) {
    const vec<Real> end = to - load(now.a);
    const vec<Real> way = end - (from - load(before.a));
    return is_beyond<Real>(dot(end, end), load(now.radius) + radius, dot(way, way));
}

/// Seen from the capsule the way also has what its turning adds, at most the change of its span over
/// its length, times two and the distance from its first end.
template <class Real>
JOUNCE_INLINE mask<Real> clear_of_capsule(const lane_collider<Real>& before,
                                          const lane_collider<Real>& now, const vec<Real>& from,
                                          const vec<Real>& to, const num<Real>& radius) {
    const vec<Real> a = load(now.a);
    const vec<Real> a0 = load(before.a);
    const vec<Real> span = load(now.b) - a;
    const vec<Real> end = to - a;
    const vec<Real> start = from - a0;
    const num<Real> inverse = splat(Real(1)) / dot(span, span).max(Real(1e-30));
    const num<Real> along = (dot(end, span) * inverse).max(Real(0)).min(Real(1));
    const vec<Real> beside = end - along * span;
    const vec<Real> way = end - start;
    const vec<Real> turn = span - (load(before.b) - a0);
    const num<Real> turned2 = dot(turn, turn) * (dot(start, start) * inverse + Real(1));
    const num<Real> widest = load(now.radius).max(load(now.radius_b)) + radius;
    return is_beyond<Real>(dot(beside, beside), widest,
                           Real(2) * dot(way, way) + Real(8) * turned2);
}

/// True only if the ball meets the collider in no lane.
template <class Real>
JOUNCE_INLINE bool is_clear_of(const collider_traits& traits, const lane_collider<Real>& before,
                               const lane_collider<Real>& now, const vec<Real>& from,
                               const vec<Real>& to, const num<Real>& radius) {
    if (traits.inside) {
        return false;
    }
    // Where there is no collider its radius is far below zero, and its square no measure.
    const mask<Real> absent = less<Real>(load(now.radius), splat(Real(0.5) * Real(no_collider)));
    switch (traits.shape) {
    case collider_shape::sphere:
        return all(absent | clear_of_sphere<Real>(before, now, from, to, radius));
    case collider_shape::capsule:
        return all(absent | clear_of_capsule<Real>(before, now, from, to, radius));
    default: return false;
    }
}

} // namespace jounce::JOUNCE_LEVEL
