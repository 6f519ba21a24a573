#pragma once

// What a ball or a bone does at one collider, the same in all lanes but the last.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_colliders.hpp>

#include "support/collide_kernel.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <cmath>

namespace jounce::test::collided {

template <class Real> struct one_met {
    vec3<Real> position, normal;
    Real depth;
};

/// The same in all lanes but the last, where the collider is absent and nothing may happen.
template <class Real> lane_collider<Real> in_lanes(const collider& from) {
    lane_collider<Real> out{};
    const auto real = [](const vec3<float>& v) {
        return vec3<Real>{Real(v.x), Real(v.y), Real(v.z)};
    };
    const quat<float>& q = from.rotation;
    for (int i = 0; i < lane_count; ++i) {
        set_lane(out.a, i, real(from.a));
        set_lane(out.b, i, real(from.b));
        set_lane(out.half, i, real(from.half));
        set_lane(out.rotation, i, {Real(q.x), Real(q.y), Real(q.z), Real(q.w)});
        out.radius.v[i] = Real(i == 7 ? no_collider : from.radius);
        out.radius_b.v[i] = Real(i == 7 ? no_collider : from.radius_b);
    }
    return out;
}

template <class Real> lane_vec3<Real> in_lanes(const vec3<Real>& from) {
    lane_vec3<Real> out;
    for (int i = 0; i < lane_count; ++i) {
        set_lane(out, i, from);
    }
    return out;
}

template <class Real> lane<Real> in_lanes(Real from) {
    lane<Real> out;
    for (Real& v : out.v) {
        v = from;
    }
    return out;
}

template <class Real> one_met<Real> checked(const met<Real>& all, const vec3<Real>& given) {
    CHECK(get_lane(all.position, 7) == given);
    CHECK(get_lane(all.normal, 7) == vec3<Real>{});
    CHECK(all.depth.v[7] == Real(0));
    for (int i = 1; i < 7; ++i) {
        CHECK(get_lane(all.position, i) == get_lane(all.position, 0));
    }
    CHECK((all.clear.v[0] == Real(0) || all.depth.v[0] == Real(0)));
    const one_met<Real> out = {get_lane(all.position, 0), get_lane(all.normal, 0), all.depth.v[0]};
    CHECK(std::isfinite(length(out.position) + length(out.normal) + out.depth));
    return out;
}

template <class Real>
one_met<Real> ball(const collider& before, const collider& now, const vec3<Real>& from,
                   const vec3<Real>& to, Real radius) {
    met<Real> out;
    collide_ball<Real>({now.shape, now.inside, 1}, in_lanes<Real>(before), in_lanes<Real>(now),
                       in_lanes(from), in_lanes(to), in_lanes(radius), out);
    return checked(out, to);
}
template <class Real>
one_met<Real> ball(const collider& at, const vec3<Real>& from, const vec3<Real>& to, Real radius) {
    return ball(at, at, from, to, radius);
}
template <class Real>
one_met<Real> bone(const collider& at, const vec3<Real>& head, const vec3<Real>& tail,
                   Real radius) {
    met<Real> out;
    collide_bone<Real>({at.shape, at.inside, 1}, in_lanes<Real>(at), in_lanes(head), in_lanes(tail),
                       in_lanes(radius), out);
    return checked(out, tail);
}

inline collider sphere(vec3<float> a, float radius, bool inside = false) {
    collider out;
    out.inside = inside;
    out.a = a;
    out.radius = radius;
    return out;
}
inline collider capsule(vec3<float> a, vec3<float> b, float ra, float rb, bool inside = false) {
    collider out = sphere(a, ra, inside);
    out.shape = collider_shape::capsule;
    out.b = b;
    out.radius_b = rb;
    return out;
}
inline collider box(vec3<float> a, vec3<float> half, float radius, bool inside = false) {
    collider out = sphere(a, radius, inside);
    out.shape = collider_shape::box;
    out.half = half;
    return out;
}

template <class Real> void near(const vec3<Real>& a, const vec3<double>& b) {
    const double tolerance = sizeof(Real) == 4 ? 2e-6 : 1e-7; // colliders are given in floats
    CHECK_THAT(double(a.x), Catch::Matchers::WithinAbs(b.x, tolerance));
    CHECK_THAT(double(a.y), Catch::Matchers::WithinAbs(b.y, tolerance));
    CHECK_THAT(double(a.z), Catch::Matchers::WithinAbs(b.z, tolerance));
}

} // namespace jounce::test::collided
