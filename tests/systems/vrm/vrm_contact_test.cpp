// More than one round of colliders: tails end every tick outside, wherever there is an outside.

#include "support/random_rigs.hpp"
#include "support/vrm_block.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

using namespace jounce;

namespace {

constexpr double bone_length = 0.2;
constexpr double hit_radius = 0.02;

vec3<double> some_direction(test::dice& roll) {
    return rotate(roll.rotation(), vec3<double>{1, 0, 0});
}

/// One spring at the origin of a root that carries the bodies too.
struct jam {
    rig_builder bones;
    vrm_description springs;

    explicit jam(std::vector<vrm_body> bodies, std::int32_t rounds = 4) {
        bones.add(rig_builder::joint{.name = "root", .handle = true});
        bones.add(rig_builder::joint{.name = "spring", .parent = 0, .handle = true});
        vrm_joint joint;
        joint.bone = 1;
        joint.tail_offset = {0, -bone_length, 0};
        joint.hit_radius = hit_radius;
        joint.stiffness = 0.5;
        joint.drag_force = 0.2;
        springs.chains = {{"chain", {joint}, {0}, -1}};
        springs.groups = {{"all", {}}};
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            springs.groups[0].bodies.push_back(static_cast<std::int32_t>(b));
        }
        springs.bodies = std::move(bodies);
        springs.contact_rounds = rounds;
    }
    vrm_joint& joint() { return springs.chains[0].joints[0]; }
};

vrm_body sphere(const vec3<double>& at, double radius, bool inside = false) {
    vrm_body out;
    out.offset = at;
    out.radius = radius;
    out.inside = inside;
    return out;
}

/// Near enough to meet the tail, and not about its head.
std::vector<vrm_body> random_bodies(test::dice& roll, int count) {
    std::vector<vrm_body> out;
    for (int b = 0; b < count; ++b) {
        vrm_body body;
        body.shape = static_cast<vrm_shape>(roll.whole(0, 2));
        body.inside = body.shape != vrm_shape::plane && roll.whole(0, 3) == 0;
        body.normal = some_direction(roll);
        body.radius = body.inside ? roll.number(0.2, 0.5) : roll.number(0.03, 0.2);
        const double away = body.shape == vrm_shape::plane ? roll.number(-0.15, 0.1)
                            : body.inside                  ? roll.number(0, body.radius)
                                          : roll.number(body.radius + 0.01, body.radius + 0.25);
        body.offset = away * (body.shape == vrm_shape::plane ? body.normal : some_direction(roll));
        body.tail = body.offset + roll.number(0.05, 0.3) * some_direction(roll);
        out.push_back(body);
    }
    return out;
}

/// How deep a tail is, all in the root's frame; negative: it is free by as much.
double depth(const std::vector<vrm_body>& bodies, const vec3<double>& tail) {
    double most = -1;
    for (const vrm_body& body : bodies) {
        vec3<double> d = tail - body.offset;
        if (body.shape == vrm_shape::plane) {
            most = std::max(most, hit_radius - dot(d, body.normal));
            continue;
        }
        if (body.shape == vrm_shape::capsule) {
            const vec3<double> axis = body.tail - body.offset;
            d = d - std::clamp(dot(axis, d) / dot(axis, axis), 0.0, 1.0) * axis;
        }
        most = std::max(most, body.inside ? length(d) + hit_radius - body.radius
                                          : body.radius + hit_radius - length(d));
    }
    return most;
}

/// Whether there is a place at the bone's length that is free by a millimetre, looked for everywhere.
bool has_room(const std::vector<vrm_body>& bodies) {
    constexpr int places = 20000;
    for (int i = 0; i < places; ++i) {
        const double z = 1 - (2 * i + 1.0) / places;
        const double angle = i * std::numbers::pi * (3 - std::sqrt(5.0));
        const double across = std::sqrt(1 - z * z);
        const vec3<double> u = {across * std::cos(angle), across * std::sin(angle), z};
        if (depth(bodies, bone_length * u) < -1e-3) {
            return true;
        }
    }
    return false;
}

/// Shaken three times per second by 0.3 m and turned, in every lane another way; or running at 5 m/s
/// into a stop.
transform<double> root_at(double t, int lane, bool runs) {
    const double phase = 0.8 * lane;
    const double way =
        runs ? 5 * std::min(t, 0.25) : 0.3 * std::sin(6 * std::numbers::pi * t + phase);
    return {axis_angle<double>({0, 1, 0}, std::sin(4 * t + phase)),
            way * vec3<double>{std::cos(phase), 0.3, std::sin(phase)}, 1};
}

template <class Real> struct shaken {
    test::vrm_block<Real> block;

    explicit shaken(const jam& from) : block(*from.bones.build<Real>(), from.springs) {}

    void tick(bool runs) {
        const double t = block.ticks / 60.0;
        for (int lane = 0; lane < lane_count; ++lane) {
            set_lane(block.data.local.bones[0], lane, cast<Real>(root_at(t, lane, runs)));
        }
        block.tick();
    }
    /// In the root's frame of the last tick.
    vec3<double> tail(int lane) const {
        const transform<double> root = cast<double>(get_lane(block.data.rigid.bones[0], lane));
        const quat<double>& r = root.rotation;
        return rotate(quat<double>{-r.x, -r.y, -r.z, r.w},
                      cast<double>(block.tail(0, lane)) - root.translation);
    }
};

} // namespace

TEMPLATE_TEST_CASE("four rounds leave no tail inside where there is room", "[vrm][property]", float,
                   double) {
    using Real = TestType;
    const bool runs = GENERATE(false, true);
    CAPTURE(runs);
    int roomy = 0;
    double letter = 0;
    for (std::uint32_t seed = 1; seed <= 300; ++seed) {
        test::dice roll(seed);
        const std::vector<vrm_body> bodies = random_bodies(roll, roll.whole(1, 7));
        if (!has_room(bodies)) {
            continue;
        }
        ++roomy;
        shaken<Real> four(jam(bodies, 4));
        shaken<Real> one(jam(bodies, 1));
        double deepest = 0;
        double off_length = 0;
        for (int k = 0; k < 30; ++k) {
            four.tick(runs);
            one.tick(runs);
            for (int lane = 0; lane < lane_count; ++lane) {
                deepest = std::max(deepest, depth(bodies, four.tail(lane)));
                letter = std::max(letter, depth(bodies, one.tail(lane)));
                off_length = std::max(off_length, std::abs(length(four.tail(lane)) - bone_length));
            }
        }
        CAPTURE(seed, bodies.size());
        CHECK(deepest <= 1e-4);
        CHECK(off_length <= 1e-6);
    }
    CHECK(roomy > 150);
    CHECK(letter > 0.02); // what one round leaves: the test can see
}

TEST_CASE("a tail held between three balls finds the way that is left", "[vrm]") {
    // Where two of them let it go the third has it; round their backs is room.
    std::vector<vrm_body> bodies;
    for (int b = 0; b < 3; ++b) {
        const double angle = 2 * std::numbers::pi / 3 * b;
        bodies.push_back(
            sphere(bone_length * vec3<double>{std::sin(0.5) * std::cos(angle), -std::cos(0.5),
                                              std::sin(0.5) * std::sin(angle)},
                   0.098));
    }
    REQUIRE(depth(bodies, {0, -bone_length, 0}) > 0.015);
    REQUIRE(has_room(bodies));
    shaken<double> held(jam(bodies, 4));
    for (int k = 0; k < 20; ++k) {
        held.tick(false);
        for (int lane = 0; lane < lane_count; ++lane) {
            CHECK(depth(bodies, held.tail(lane)) <= 1e-4);
        }
    }
}

TEST_CASE("a collider that leaves no room pushes to the letter", "[vrm]") {
    // About the head, off its centre or not; an inside that the bone cannot reach, a plane beyond it.
    vrm_body wall;
    wall.shape = vrm_shape::plane;
    wall.normal = {0, 1, 0};
    wall.offset = {0, 0.3, 0};
    for (const vrm_body& body : {sphere({0.05, 0, 0}, 0.5), sphere({}, 0.5),
                                 sphere({0, 0.4, 0}, 0.1, true), sphere({}, 0.01, true), wall}) {
        REQUIRE_FALSE(has_room({body}));
        shaken<float> four(jam({body}, 4));
        shaken<float> one(jam({body}, 1));
        for (int k = 0; k < 20; ++k) {
            four.tick(false);
            one.tick(false);
            for (int lane = 0; lane < lane_count; ++lane) {
                CHECK(length(four.tail(lane) - one.tail(lane)) == 0);
                CHECK(std::abs(length(four.tail(lane)) - bone_length) < 1e-6);
            }
        }
    }
}

TEST_CASE("limits hold against any number of rounds", "[vrm]") {
    jam made({sphere({0, -bone_length, 0}, 0.15)}, 8);
    made.joint().limit.shape = limit_shape::cone;
    made.joint().limit.angle = 0.3;
    shaken<double> held(made);
    for (int k = 0; k < 60; ++k) {
        held.tick(false);
        for (int lane = 0; lane < lane_count; ++lane) {
            CHECK(-held.tail(lane).y / bone_length >= std::cos(0.3) - 1e-9);
        }
    }
}

TEST_CASE("a way out is the same whoever is in the other lanes", "[vrm][determinism]") {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        test::dice roll(seed);
        const jam made(random_bodies(roll, 5), 4);
        shaken<float> crowd(made);
        shaken<float> alike(made);
        for (int k = 0; k < 30; ++k) {
            crowd.tick(false);
            const double t = alike.block.ticks / 60.0;
            alike.block.pose(0, cast<float>(root_at(t, 5, false)));
            alike.block.tick();
            CAPTURE(seed, k);
            for (int lane = 0; lane < lane_count; ++lane) {
                REQUIRE(alike.block.tail(0, lane).x == crowd.block.tail(0, 5).x);
                REQUIRE(alike.block.tail(0, lane).y == crowd.block.tail(0, 5).y);
                REQUIRE(alike.block.tail(0, lane).z == crowd.block.tail(0, 5).z);
            }
        }
    }
}
