#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_colliders.hpp>

#include "collided.hpp"
#include "support/collide_kernel.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <cmath>

using namespace jounce;
using namespace jounce::test::collided;
using Catch::Matchers::WithinAbs;

namespace {

constexpr double nothing = 1e-20; // inputs that are not zero and should not matter

} // namespace

TEMPLATE_TEST_CASE("a ball leaves a sphere", "[collide]", float, double) {
    using Real = TestType;
    const collider at = sphere({1, 2, 3}, 0.5F);
    // 0.1 deep along -x.
    const auto met = ball<Real>(at, {0, 2, 3}, {Real(0.35), 2, 3}, Real(0.25));
    near(met.position, {0.25, 2, 3});
    near(met.normal, {-1, 0, 0});
    // Straight through and out on the other side: back to where it entered.
    near(ball<Real>(at, {0, 2, 3}, {5, 2, 3}, Real(0.25)).position, {0.25, 2, 3});
    // From inside by the shortest way.
    near(ball<Real>(at, {1, Real(2.25), 3}, {1, 2, Real(3.5)}, Real(0.25)).position, {1, 2, 3.75});
    // Beside it.
    CHECK(ball<Real>(at, {0, Real(2.8), 3}, {5, Real(2.8), 3}, Real(0.25)).depth == 0);
    // The sphere comes to the ball: 0.15 past the ball's centre, which stays on its right.
    const collider was = sphere({0, 2, 3}, 0.5F);
    near(ball<Real>(was, at, {Real(0.85), 2, 3}, {Real(0.85), 2, 3}, Real(0.25)).position,
         {1.75, 2, 3});
    // In the middle: where it came from, or upwards.
    near(ball<Real>(at, {1, 2, Real(3.25)}, {1, 2, 3}, Real(0.25)).position, {1, 2, 3.75});
    near(ball<Real>(at, {1, 2, 3}, {1, 2, 3}, Real(0.25)).position, {1, 2.75, 3});
    near(ball<Real>(at, {1, 2, 3}, {1, 2, 3}, Real(0.25)).normal, {0, 1, 0});
}

TEMPLATE_TEST_CASE("a ball that rests, a little inside by rounding, does not get through either",
                   "[collide]", float, double) {
    using Real = TestType;
    const vec3<Real> from = {Real(-1.499), 0, 0}, to = {4, 0, 0};
    near(ball<Real>(sphere({0, 0, 0}, 1), from, to, Real(0.5)).position, {-1.5, 0, 0});
    near(ball<Real>(capsule({0, 0, 0}, {0, 2, 0}, 1, 1), from, to, Real(0.5)).position,
         {-1.5, 0, 0});
    near(ball<Real>(box({0, 0, 0}, {1, 1, 1}, 0), from, to, Real(0.5)).position, {-1.5, 0, 0});
    // Without any radius rounding alone counts.
    near(ball<Real>(box({0, 0, 0}, {1, 1, 1}, 0), {std::nextafter(Real(-1), Real(0)), 0, 0}, to, 0)
             .position,
         {-1, 0, 0});
}

TEMPLATE_TEST_CASE("a short way ends at the nearest surface, whoever goes far beside it",
                   "[collide]", float, double) {
    using real = TestType;
    const bool is_capsule = GENERATE(false, true);
    const collider at = is_capsule ? capsule({0, -1, 0}, {0, 1, 0}, 0.5F, 0.5F) : sphere({}, 0.5F);
    const vec3<real> from = {real(0.61), 0, 0};
    const vec3<real> to = {real(0.55), 0, real(0.05)};
    const one_met<real> alone = ball<real>(at, from, to, real(0.1));
    const real size = length(to);
    CHECK(length(alone.normal - (1 / size) * to) < real(1e-5)); // not where it came in
    CHECK(std::abs(alone.depth - (real(0.6) - size)) < real(1e-5));

    lane_vec3<real> starts = in_lanes(from);
    lane_vec3<real> ends = in_lanes(to);
    set_lane(starts, 5, {3, 0, 0});
    set_lane(ends, 5, {-3, 0, 0});
    test::met<real> beside;
    test::collide_ball<real>({at.shape, false, 1}, in_lanes<real>(at), in_lanes<real>(at), starts,
                             ends, in_lanes(real(0.1)), beside);
    CHECK(get_lane(beside.normal, 0) == alone.normal);
    CHECK(beside.depth.v[0] == alone.depth);
    CHECK(get_lane(beside.normal, 5).x > real(0.999)); // stays where it came from
}

TEMPLATE_TEST_CASE("a collider that has just appeared pushes the shortest way", "[collide]", float,
                   double) {
    using Real = TestType;
    const auto met = ball<Real>(sphere({0, 0, 0}, no_collider), sphere({0, 0, 0}, 1), {-5, 0, 0},
                                {Real(0.5), 0, 0}, 0);
    near(met.position, {1, 0, 0});
}

TEMPLATE_TEST_CASE("a ball leaves a capsule by the normal of its cone", "[collide]", float,
                   double) {
    using Real = TestType;
    // Length 1 along x, radii 0.7 and 0.1 with the ball's: the sine is 0.6, the cosine 0.8, and the
    // surface in the upper half is where 0.8 y + 0.6 x = 0.7.
    const collider at = capsule({0, 0, 0}, {1, 0, 0}, 0.6F, 0.0F);
    const auto met = ball<Real>(at, {Real(0.5), 2, 0}, {Real(0.5), Real(0.25), 0}, Real(0.1));
    // At x = 0.5 it enters at y = 0.5; on the plane there 0.8 * 0.25 = 0.2 are missing.
    near(met.normal, {0.6, 0.8, 0});
    near(met.position, {0.5 + 0.12, 0.25 + 0.16, 0});
    // The caps: beyond the tangent circles they are balls.
    near(ball<Real>(at, {-2, 0, 0}, {Real(-0.5), 0, 0}, Real(0.1)).position, {-0.7, 0, 0});
    near(ball<Real>(at, {2, 0, 0}, {Real(0.5), 0, 0}, Real(0.1)).position, {1.1, 0, 0});
    // On the axis and at rest there: upwards, out of the cone.
    near(ball<Real>(at, {Real(0.5), 0, 0}, {Real(0.5), 0, 0}, Real(0.1)).position,
         {0.5 + 0.6 * 0.4, 0.8 * 0.4, 0});
    // Turning about its first end by a quarter, the capsule passes the ball and takes it along.
    const collider straight = capsule({0, 0, 0}, {1, 0, 0}, 0.1F, 0.1F);
    const collider turned = capsule({0, 0, 0}, {0, 1, 0}, 0.1F, 0.1F);
    near(ball<Real>(straight, turned, {Real(0.5), Real(0.2), 0}, {Real(0.5), Real(0.2), 0}, Real(0))
             .normal,
         {-1, 0, 0});
}

TEMPLATE_TEST_CASE("capsules of no length and those with one ball in the other are balls",
                   "[collide]", float, double) {
    using Real = TestType;
    near(ball<Real>(capsule({1, 0, 0}, {1, 0, 0}, 0.5F, 0.5F), {1, 2, 0}, {1, Real(0.25), 0}, 0)
             .position,
         {1, 0.5, 0});
    near(ball<Real>(capsule({0, 0, 0}, {0.1F, 0, 0}, 0.5F, 0.2F), {2, 0, 0}, {Real(0.25), 0, 0}, 0)
             .position,
         {0.5, 0, 0});
    near(ball<Real>(capsule({0.125F, 0, 0}, {0, 0, 0}, 0.25F, 0.5F), {2, 0, 0}, {Real(0.25), 0, 0},
                    0)
             .position,
         {0.5, 0, 0});
}

TEMPLATE_TEST_CASE("a ball stays above a plane", "[collide]", float, double) {
    using Real = TestType;
    collider at;
    at.shape = collider_shape::plane;
    at.a = {0, 1, 0};
    at.b = {0, 0.6F, 0.8F};
    const auto met = ball<Real>(at, {0, 9, 9}, {0, -4, 0}, Real(0.5));
    CHECK_THAT(double(met.depth), WithinAbs(3.5, 1e-5)); // 3 below, half a ball
    CHECK_THAT(double(met.position.z), WithinAbs(2.8, 1e-5));
    CHECK(ball<Real>(at, {0, 9, 9}, {0, 3, 0}, Real(0.5)).depth == 0);
    CHECK(bone<Real>(at, {0, -9, 0}, {0, 3, 0}, Real(0.5)).depth == 0);
    CHECK_THAT(double(bone<Real>(at, {0, 9, 0}, {0, -4, 0}, Real(0.5)).depth),
               WithinAbs(3.5, 1e-5));
}

TEMPLATE_TEST_CASE("a ball leaves a box by the face it came through", "[collide]", float, double) {
    using Real = TestType;
    const collider at = box({0, 0, 0}, {1, 2, 3}, 0.25F);
    near(ball<Real>(at, {3, 0, 0}, {-4, Real(0.5), 0}, Real(0.25)).position, {1.5, 0.5, 0});
    near(ball<Real>(at, {0, 0, -9}, {0, 0, 9}, Real(0.25)).position, {0, 0, -3.5});
    // From inside through the nearest face; from the middle through the upper of equal ones.
    near(ball<Real>(at, {0, 0, 0}, {0, 0, Real(2.5)}, Real(0.25)).position, {0, 0, 3.5});
    near(ball<Real>(at, {Real(-0.5), 0, 0}, {0, 0, 0}, Real(0.25)).position, {-1.5, 0, 0});
    const collider cube = box({0, 0, 0}, {1, 1, 1}, 0.0F);
    near(ball<Real>(cube, {0, 0, 0}, {0, 0, 0}, Real(0)).position, {0, 1, 0});
    // Against the middle of an edge, along its bisector: rounded by half.
    const double edge = std::sqrt(0.5) * 0.5;
    near(ball<Real>(at, {3, 4, 0}, {Real(0.5), Real(1.5), 0}, Real(0.25)).position,
         {1 + edge, 2 + edge, 0});
    // Turned by 90 degrees about z: x of the box is y of the model.
    collider turned = at;
    turned.rotation = axis_angle<float>({0, 0, 1}, 1.5707963F);
    CHECK_THAT(double(ball<Real>(turned, {0, 3, 0}, {0, -4, 0}, Real(0.25)).position.y),
               WithinAbs(1.5, 1e-5));
    // It turns from one to the other under a ball that rests: the frame turns the ball's path.
    near(ball<Real>(at, turned, {0, 5, 0}, {0, 5, 0}, Real(0.25)).normal, {0, 0, 0});
}

TEMPLATE_TEST_CASE("a ball stays inside", "[collide]", float, double) {
    using Real = TestType;
    const auto in = [](const collider& at, const vec3<Real>& to, Real radius) {
        return ball<Real>(at, {0, 0, 0}, to, radius);
    };
    const collider round = sphere({1, 0, 0}, 1, true);
    near(in(round, {1, 3, 0}, Real(0.25)).position, {1, 0.75, 0});
    near(in(round, {1, 3, 0}, Real(0.25)).normal, {0, -1, 0});
    CHECK(in(round, {1, Real(0.7), 0}, Real(0.25)).depth == 0);
    near(in(round, {1, 3, 0}, Real(4)).position, {1, 0, 0}); // no room: to the middle

    // Radii 1 and 0.4 over a length of 1, again sine 0.6 and cosine 0.8.
    const collider cone = capsule({0, 0, 0}, {1, 0, 0}, 1.0F, 0.4F, true);
    // Above x = 0.5 + 0.75 t, y = t: nearest to the ball about 0.5, of radius 0.7 - 0.25.
    near(in(cone, {Real(0.5 + 0.6 * 2), Real(0.8 * 2), 0}, Real(0.25)).position,
         {0.5 + 0.6 * 0.45, 0.8 * 0.45, 0});
    // A ball of 0.7 fits as far as x = 0.5.
    near(in(cone, {9, 0, 0}, Real(0.7)).position, {0.5, 0, 0});
    near(in(capsule({1, 0, 0}, {0, 0, 0}, 0.4F, 1.0F, true), {9, 0, 0}, Real(0.7)).position,
         {0.5, 0, 0});
    near(
        in(capsule({0, 0, 0}, {1, 0, 0}, 0.5F, 0.5F, true), {Real(0.3), 9, 0}, Real(0.75)).position,
        {0.3, 0, 0}); // no room: to the axis

    const collider room = box({0, 0, 0}, {1, 2, 3}, 0.25F, true);
    near(in(room, {5, 0, 9}, Real(0.5)).position, {0.75, 0, 2.75});
    const double corner = 0.125 / std::sqrt(2.0);
    near(in(room, {2, 3, 0}, Real(0.125)).position, {1 + corner, 2 + corner, 0});
    CHECK(in(room, {1, 2, 3}, Real(0.25)).depth == 0);
    near(in(room, {5, 0, 0}, Real(9)).position, {0, 0, 0});
}

TEMPLATE_TEST_CASE("a bone turns about its head out of a shape", "[collide]", float, double) {
    using Real = TestType;
    // A bone of length 4 along x, the sphere's centre 0.1 below its middle: 0.4 deep there.
    const collider round = sphere({2, -0.1F, 0}, 0.4F);
    const auto met = bone<Real>(round, {0, 0, 0}, {4, 0, 0}, Real(0.1));
    CHECK_THAT(double(met.position.x), WithinAbs(4, 0.01));
    CHECK_THAT(double(met.position.y), WithinAbs(0.8, 0.05));
    CHECK_THAT(double(met.depth), WithinAbs(double(met.position.y), 1e-3));
    CHECK(bone<Real>(round, {0, 0, 0}, {4, Real(1.7), 0}, Real(0.1)).depth == 0);
    // Through the very middle: upwards.
    CHECK(bone<Real>(sphere({2, 0, 0}, 0.4F), {0, 0, 0}, {4, 0, 0}, Real(0.1)).position.y >
          Real(0.9));
    // Across a capsule, through its axis: to the side, along neither.
    const auto crossed =
        bone<Real>(capsule({2, -1, 0}, {2, 1, 0}, 0.4F, 0.4F), {0, 0, 0}, {4, 0, 0}, Real(0.1));
    CHECK(std::abs(crossed.position.z) > Real(0.9));
    CHECK_THAT(double(crossed.position.x), WithinAbs(4, 0.02));
    // Its lower half through the edge of a box at (2.5, 0): afterwards above it.
    const auto edge = bone<Real>(box({2, -1, 0}, {0.5F, 1, 1}, 0), {0, Real(0.5), 0},
                                 {4, Real(-0.5), 0}, Real(0));
    const double at_edge = 0.5 + (double(edge.position.y) - 0.5) * 2.5 / double(edge.position.x);
    CHECK(at_edge > -1e-3);
    CHECK(at_edge < 0.01);
    // A head inside is left alone: the tail is what has to be out.
    const collider head = sphere({0, 0, 0}, 1);
    CHECK(bone<Real>(head, {Real(0.8), 0, 0}, {3, 0, 0}, Real(0.1)).depth == 0);
    const auto flat = bone<Real>(head, {0, Real(0.9), 0}, {Real(0.4), Real(0.9), 0}, Real(0.1));
    CHECK_THAT(double(length(flat.position)), WithinAbs(1.13, 0.04));
    CHECK(flat.depth < Real(0.3));
}

TEMPLATE_TEST_CASE("degenerate and enormous input gives finite results", "[collide]", float,
                   double) {
    using Real = TestType;
    const Real sizes[] = {0, Real(nothing), 1, Real(1e7), Real(1e15)};
    const vec3<Real> ways[] = {{0, 0, 0}, {1, 0, 0}, {0, -1, 0}, {-1, 1, 1}, {Real(1e-8), 1, 0}};
    for (const collider_shape shape : {collider_shape::sphere, collider_shape::capsule,
                                       collider_shape::plane, collider_shape::box}) {
        for (const bool inside : {false, true}) {
            for (const Real size : sizes) {
                for (const Real radius : sizes) {
                    collider at = sphere({0, 0, 0}, float(radius), inside);
                    at.shape = shape;
                    at.radius_b = float(size);
                    at.half = {float(size), 0, float(radius)};
                    at.b = {0, 1, 0};
                    if (shape == collider_shape::capsule) {
                        at.b = {float(size), float(-size), 0};
                    }
                    collider was = at;
                    was.a = {float(size), float(size), float(-size)};
                    for (const vec3<Real>& from : ways) {
                        for (const vec3<Real>& to : ways) {
                            ball<Real>(at, size * from, radius * to, radius);
                            ball<Real>(was, at, size * from, size * to, 0);
                            bone<Real>(at, size * from, radius * to, radius);
                            bone<Real>(was, radius * from, size * to, 0);
                        }
                    }
                }
            }
        }
    }
}
