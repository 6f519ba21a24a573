// Many random paths against shapes whose distance is found here by searching.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_colliders.hpp>

#include "support/collide_kernel.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <random>

using namespace jounce;

namespace {

using point = vec3<double>;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int paths = 10000; // of each kind; many times slower there
#else
constexpr int paths = 100000;
#endif

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

model random_model(dice& random, collider_shape shape) {
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

template <class Real> void no_ball_gets_through(collider_shape kind, double turns) {
    dice random{std::mt19937(7)};
    int entered = 0, missed = 0, started_inside = 0, ruled_out = 0, wrongly = 0;
    int short_ways = 0;
    double deepest = 0, wrong_side = 0, needless = 0, detour = 0, turned = 0;
    for (int n = 0; n < paths / lane_count; ++n) {
        const sweep<Real> all(random, kind, turns, 3);
        for (int i = 0; i < lane_count; ++i) {
            const model& shape = all.shape[i];
            const point start = all.start[i], way = all.end[i] - start, end = all.result(i);
            const double depth = double(all.met.depth.v[i]) / shape.size;
            ruled_out += all.met.clear.v[i] != Real(0) ? 1 : 0;
            wrongly += all.met.clear.v[i] != Real(0) && depth > 0 ? 1 : 0;
            deepest = std::max(deepest, -shape.distance(end) / shape.size);
            const double height = shape.distance(start);
            // The shortest way out is as long as the end is deep.
            const double shortest = std::max(-shape.distance(all.end[i]), 0.0) / shape.size;
            const double part_of_radius = length(way) / shape.roundness();
            if (height < -0.02 * shape.size) {
                detour = std::max(detour, std::abs(depth - shortest));
                ++started_inside;
                continue;
            }
            if (height < 0) {
                continue;
            }
            const auto along = [&](double t) { return shape.distance(start + t * way); };
            const double nearest = lowest(0, 1, 30, along);
            const double least = std::min(along(nearest), along(1)) / shape.size;
            if (least > 1e-3) {
                needless = std::max(needless, depth);
                ++missed;
            } else if (least < -1e-3) {
                double low = 0, high = along(1) < along(nearest) ? 1 : nearest;
                for (int k = 0; k < 30; ++k) {
                    (along((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
                }
                const point entry = start + low * way;
                ++entered;
                if (part_of_radius < 0.2499) { // comes out near where it came in
                    turned = std::max(turned, 1 - dot(shape.normal(entry), shape.normal(end)));
                    detour = std::max(detour, std::abs(depth - shortest));
                    ++short_ways;
                } else if (part_of_radius > 0.2501) {
                    wrong_side =
                        std::max(wrong_side, -dot(shape.normal(entry), end - entry) / shape.size);
                }
            }
        }
    }
    INFO("entered " << entered << ", missed " << missed << ", inside " << started_inside);
    CHECK(entered > paths / 5);
    CHECK(missed > paths / 5);
    CHECK(started_inside > paths / 20);
    CHECK(wrongly == 0);
    CHECK(ruled_out > (turns > 0.5 ? 0 : paths / 100)); // who spins is never ruled out
    CHECK(deepest < 1e-5);
    CHECK(needless == 0);
    CHECK(detour < 1e-4);
    CHECK(wrong_side < 1e-4);
    CHECK(short_ways > (kind == collider_shape::box ? -1 : paths / 1000));
    CHECK(turned < 0.05);
}

} // namespace

TEST_CASE("no ball gets through a collider", "[collide][property]") {
    const double turns = GENERATE(0.0, 0.7);
    const collider_shape kind =
        GENERATE(collider_shape::sphere, collider_shape::capsule, collider_shape::box);
    CAPTURE(static_cast<int>(kind), turns);
    if (kind != collider_shape::sphere || turns == 0.0) {
        no_ball_gets_through<float>(kind, turns);
    }
}

TEST_CASE("small steps on a surface end where the nearest surface is", "[collide][property]") {
    const collider_shape kind =
        GENERATE(collider_shape::sphere, collider_shape::capsule, collider_shape::box);
    CAPTURE(static_cast<int>(kind));
    dice random{std::mt19937(11)};
    for (const double step : {1e-2, 1e-3, 1e-4}) {
        double apart = 0;
        for (int n = 0; n < 500; ++n) {
            sweep<double> all(random, kind, 0, 3);
            for (int i = 0; i < lane_count; ++i) {
                const model& shape = all.shape[i];
                // A point on the surface, a little above or below it as rounding would have it.
                point start = all.start[i];
                for (int k = 0; k < 4; ++k) {
                    start = start - shape.distance(start) * shape.normal(start);
                }
                start = start + random(-1e-9, 1e-9) * shape.normal(start);
                const point way = random.inside(1);
                all.start[i] = start;
                all.end[i] = start + (step / length(way)) * way;
                set_lane(all.from, i, all.before[i].out(all.start[i]));
                set_lane(all.to, i, all.now[i].out(all.end[i]));
            }
            test::collide_ball<double>({kind, false, 1}, all.was, all.is, all.from, all.to,
                                       all.radius, all.met);
            for (int i = 0; i < lane_count; ++i) {
                const point end = all.end[i];
                const double height = all.shape[i].distance(end);
                const point nearest = end - std::min(height, 0.0) * all.shape[i].normal(end);
                apart = std::max(apart, length(all.result(i) - nearest));
            }
        }
        CHECK(apart < 3 * step * step + 1e-8);
    }
}

TEST_CASE("a bone with its head outside turns out of a collider", "[collide][property]") {
    const collider_shape kind =
        GENERATE(collider_shape::sphere, collider_shape::capsule, collider_shape::box);
    CAPTURE(static_cast<int>(kind));
    dice random{std::mt19937(3)};
    int freed = 0, left = 0;
    double deepest = 0, needless = 0;
    int ruled_out = 0, wrongly = 0;
    for (int n = 0; n < paths / 20; ++n) {
        sweep<float> all(random, kind, 0, 3);
        point head[lane_count];
        double depth[lane_count];
        const auto depth_of = [&](int i, const point& tail) {
            const model& shape = all.shape[i];
            const auto at = [&](double s) {
                return shape.distance(head[i] + s * (tail - head[i]));
            };
            return -std::min({at(lowest(0.15, 1, 30, at)), at(0.15), at(1)}) / shape.size;
        };
        for (int i = 0; i < lane_count; ++i) {
            do {
                head[i] = random.inside(2);
            } while (all.shape[i].distance(head[i]) < 0.1);
            set_lane(all.from, i, as<float>(all.now[i].out(head[i])));
            depth[i] = depth_of(i, all.end[i]);
        }
        test::collide_bone<float>({kind, false, 1}, all.is, all.from, all.to, all.radius, all.met);
        for (int i = 0; i < lane_count; ++i) {
            const double after = depth_of(i, all.result(i));
            const double moved = double(all.met.depth.v[i]) / all.shape[i].size;
            ruled_out += all.met.clear.v[i] != 0.0F ? 1 : 0;
            wrongly += all.met.clear.v[i] != 0.0F && moved > 0 ? 1 : 0;
            if (depth[i] < -1e-3) {
                needless = std::max(needless, moved);
                ++left;
            } else if (depth[i] > 1e-3 && depth[i] < 0.3) {
                deepest = std::max(deepest, after / depth[i]);
                ++freed;
            }
        }
    }
    CHECK(freed > paths / 25);
    CHECK(left > paths / 10);
    CHECK(wrongly == 0);
    CHECK(ruled_out > paths / 100);
    CHECK(needless == 0);
    // What is left of the depth; the next tick sees to it.
    CHECK(deepest < 0.2);
}
