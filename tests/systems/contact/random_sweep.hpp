#pragma once

// Random balls on their way past random shapes, whose distance is found by searching.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_colliders.hpp>

#include "support/collide_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace jounce::test::sweeps {

using point = vec3<double>;

/// Where the smallest value of a convex function on [low, high] is.
template <class Function> double lowest(double low, double high, int steps, Function f) {
    constexpr double golden = 0.6180339887498949;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double fa = f(a), fb = f(b);
    for (int i = 0; i < steps; ++i) {
        if (fa < fb) {
            high = b, b = a, fb = fa;
            fa = f(a = high - golden * (high - low));
        } else {
            low = a, a = b, fa = fb;
            fb = f(b = low + golden * (high - low));
        }
    }
    return (low + high) / 2;
}

/// A shape at rest in its own frame, grown by the radius of the ball.
struct model {
    collider_shape shape = collider_shape::sphere;
    double size = 1, size_b = 1, span = 0; ///< capsule: along x
    point half;

    double distance(const point& p) const {
        if (shape == collider_shape::sphere) {
            return length(p) - size;
        }
        if (shape == collider_shape::capsule) {
            const auto from_ball = [&](double c) {
                return length(p - point{c, 0, 0}) - size - (size_b - size) * c / span;
            };
            return std::min(
                {from_ball(lowest(0, span, 34, from_ball)), from_ball(0), from_ball(span)});
        }
        const point q = {std::abs(p.x) - half.x, std::abs(p.y) - half.y, std::abs(p.z) - half.z};
        const point out = {std::max(q.x, 0.0), std::max(q.y, 0.0), std::max(q.z, 0.0)};
        return length(out) + std::min(std::max({q.x, q.y, q.z}), 0.0) - size;
    }

    /// Of its smallest ball; nothing is short beside the edge of a box.
    double roundness() const {
        return shape == collider_shape::box       ? 1e-9
               : shape == collider_shape::capsule ? std::min(size, size_b)
                                                  : size;
    }

    point normal(const point& p) const {
        const double h = 1e-5;
        const point g = {distance(p + point{h, 0, 0}) - distance(p - point{h, 0, 0}),
                         distance(p + point{0, h, 0}) - distance(p - point{0, h, 0}),
                         distance(p + point{0, 0, h}) - distance(p - point{0, 0, h})};
        return (1 / length(g)) * g;
    }
};

struct pose {
    quat<double> rotation;
    point translation;

    point out(const point& p) const { return translation + rotate(rotation, p); }
    point in(const point& p) const {
        const quat<double>& q = rotation;
        return rotate({-q.x, -q.y, -q.z, q.w}, p - translation);
    }
};

struct dice {
    std::mt19937 engine;
    double operator()(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine);
    }
    point inside(double reach) {
        return {(*this)(-reach, reach), (*this)(-reach, reach), (*this)(-reach, reach)};
    }
    quat<double> turn(double most) {
        const point axis = inside(1);
        return axis_angle((1 / length(axis)) * axis, (*this)(0, most));
    }
};

template <class Real> vec3<Real> as(const point& p) { return {Real(p.x), Real(p.y), Real(p.z)}; }
template <class Real> point wide(const vec3<Real>& p) {
    return {double(p.x), double(p.y), double(p.z)};
}

template <class Real>
void place(lane_collider<Real>& to, int i, const model& shape, const pose& at, double ball) {
    const quat<double>& q = at.rotation;
    set_lane(to.a, i, as<Real>(at.translation));
    set_lane(to.b, i, as<Real>(at.out({shape.span, 0, 0})));
    set_lane(to.half, i, as<Real>(shape.half));
    set_lane(to.rotation, i, {Real(q.x), Real(q.y), Real(q.z), Real(q.w)});
    to.radius.v[i] = Real(shape.size - ball);
    to.radius_b.v[i] = Real(shape.size_b - ball);
}

inline model random_model(dice& random, collider_shape shape) {
    model out;
    out.shape = shape;
    out.size = random(0.3, 1);
    out.span = random(0.5, 2);
    // The ends differ, as much as one of them swallowing the other nearly.
    out.size_b = std::clamp(out.size + random(-0.95, 0.95) * out.span, 0.3, 1.5);
    out.half = {random(0.1, 1), random(0.1, 1), random(0.1, 1)};
    return out;
}

/// One ball in each lane, and what is known about its path in the frame of the collider.
template <class Real> struct sweep {
    model shape[lane_count];
    pose before[lane_count], now[lane_count];
    point start[lane_count], end[lane_count]; ///< in the frame of the collider
    lane_collider<Real> was{}, is{};
    lane_vec3<Real> from, to;
    lane<Real> radius;
    test::met<Real> met;

    /// @param turns  by how much the collider turns, most
    sweep(dice& random, collider_shape kind, double turns, double speed) {
        for (int i = 0; i < lane_count; ++i) {
            shape[i] = random_model(random, kind);
            before[i] = {random.turn(3), random.inside(0.5)};
            // Nobody can see a capsule roll, and so it must not.
            const quat<double> turn =
                kind == collider_shape::capsule
                    ? before[i].rotation * axis_angle<double>({0, 0, 1}, random(0, turns))
                    : random.turn(turns) * before[i].rotation;
            now[i] = {turns > 0 ? turn : before[i].rotation, random.inside(0.5)};
            const double ball = random(0.05, 0.25);
            radius.v[i] = Real(ball);
            do {
                start[i] = random.inside(3);
            } while (shape[i].distance(start[i]) > 1.5 * shape[i].size);
            // Half of them towards the shape, the others anywhere.
            const point way =
                i % 2 == 0 ? random.inside(shape[i].size) - start[i] : random.inside(1);
            end[i] = start[i] + (random(0, speed) * shape[i].size / length(way)) * way;
            place(was, i, shape[i], before[i], ball);
            place(is, i, shape[i], now[i], ball);
            set_lane(from, i, as<Real>(before[i].out(start[i])));
            set_lane(to, i, as<Real>(now[i].out(end[i])));
        }
        test::collide_ball<Real>({kind, false, 1}, was, is, from, to, radius, met);
    }
    point result(int i) const { return now[i].in(wide(get_lane(met.position, i))); }
};

} // namespace jounce::test::sweeps
