// Many random paths against shapes whose distance is found here by searching.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_colliders.hpp>

#include "random_sweep.hpp"
#include "support/collide_kernel.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <random>

using namespace jounce;
using namespace jounce::test::sweeps;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int paths = 10000; // of each kind; many times slower there
#else
constexpr int paths = 100000;
#endif

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
