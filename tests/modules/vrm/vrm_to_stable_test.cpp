#include "vrm_text.hpp"

#include <jounce/modules/rig/oscillator.hpp>
#include <jounce/modules/tuning/tuning_check.hpp>
#include <jounce/modules/vrm/vrm_to_stable.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <numbers>

using namespace jounce;
using namespace jounce::test;

TEST_CASE("the stable spring of a VRM joint passes through the same points", "[vrm][stable]") {
    for (const double metres : {0.01, 0.07, 0.3, 2.0}) {
        for (const double stiffness : {0.001, 0.2, 1.0, 4.0}) {
            for (const double drag : {0.0, 0.1, 0.4, 0.9, 0.999}) {
                CAPTURE(metres, stiffness, drag);
                vrm_joint joint;
                joint.stiffness = stiffness;
                joint.drag_force = drag;
                const spring_tuning tuning = tuning_of_vrm(joint, metres);
                REQUIRE_FALSE(check_tuning("test", tuning));
                const double omega = 2 * std::numbers::pi * tuning.frequency;
                const oscillator_step<double> step =
                    exact_step(omega, tuning.damping_ratio * omega + tuning.drag / 2, 1.0 / 60);
                // Two steps of any linear motion obey y2 = (yy + vv) y1 - (yy vv - yv vy) y0.
                const double a = metres / (metres + stiffness / 60);
                CHECK(std::abs(step.yy + step.vv - a * (2 - drag)) < 1e-9);
                CHECK(std::abs(step.yy * step.vv - step.yv * step.vy - a * (1 - drag)) < 1e-9);
            }
        }
    }
}

TEST_CASE("gravity of a VRM joint bends its stable spring as far", "[vrm][stable]") {
    vrm_joint joint;
    joint.stiffness = 2;
    joint.gravity_power = 0.1;
    const spring_tuning tuning = tuning_of_vrm(joint, 0.2);
    // Small angles: the VRM bone comes to rest along stiffness * rest + gravity; the other where
    // w^2 L y = g.
    const double omega = 2 * std::numbers::pi * tuning.frequency;
    CHECK(std::abs(tuning.gravity * 9.81 / (omega * omega * 0.2) - 0.1 / 2) < 1e-12);
    joint.gravity_dir = {0, 1, 0};
    CHECK(tuning_of_vrm(joint, 0.2).gravity == -tuning.gravity);
    // Without stiffness both fall at gravityPower / dragForce m/s.
    joint.stiffness = 0;
    joint.drag_force = 0.25;
    const spring_tuning free_fall = tuning_of_vrm(joint, 0.2);
    CHECK(free_fall.frequency == 0);
    CHECK(std::abs(-free_fall.gravity * 9.81 / free_fall.drag - 0.1 / 0.25) < 1e-12);
    joint.drag_force = 1; // nothing is left of the velocity: still a legal tuning
    joint.gravity_power = 1e9;
    CHECK_FALSE(check_tuning("test", tuning_of_vrm(joint, 0.2)));
}

TEST_CASE("VRM springs become springs and colliders of the stable solver", "[vrm][stable]") {
    const result<vrm_springs> read = read_text(document_1(R"({"specVersion":"1.0",
        "colliders":[{"node":1,"shape":{"sphere":{"offset":[1,2,3],"radius":0.5}}},
            {"node":0,"shape":{"capsule":{"radius":0.25,"tail":[0,1,0]}}},
            {"node":1,"shape":{"sphere":{}}}],
        "colliderGroups":[{"colliders":[0]},{"colliders":[1]},{"colliders":[2]}],
        "springs":[{"center":0,"colliderGroups":[0,1],"joints":[{"node":2,"hitRadius":0.1,
            "gravityPower":1,"gravityDir":[1,0,0]},{"node":3}]},
            {"colliderGroups":[1],"joints":[{"node":3,"extensions":{"VRMC_springBone_limit":{
                "specVersion":"1.0-draft","limit":{"cone":{"angle":0.5}}}}},{"node":4}]}]})"));
    REQUIRE(read);
    rig_builder bones;
    const char* names[] = {"ground", "hip", "collar", "a", "b", "c", "d"};
    const int parents[] = {-1, 0, 1, 1, 3, 4, 5};
    for (int b = 0; b < 7; ++b) {
        bones.add(rig_builder::joint{.name = names[b],
                                     .parent = parents[b],
                                     .translation = {0, -0.2, 0},
                                     .tail = {0, b == 4 ? 0.2 : -0.2, 0}});
    }
    const rig made = *bones.build<float>();
    const result<stable_springs> converted = convert_to_stable(read->springs, made);
    REQUIRE(converted);
    REQUIRE(converted->springs.size() == 2);
    CHECK(converted->springs[0].first == "a");
    CHECK(converted->springs[0].second.radius == 0.1);
    CHECK(converted->springs[1].second.limit.shape == limit_shape::cone);
    CHECK(converted->springs[1].second.limit.angle == 0.5);
    REQUIRE(converted->colliders.size() == 2); // nobody meets the third
    const std::uint32_t first = converted->springs[0].second.collides_with;
    const std::uint32_t second = converted->springs[1].second.collides_with;
    CHECK((first & second) == 0);
    CHECK(converted->colliders[0].second.groups == first);
    CHECK(converted->colliders[1].second.groups == (first | second));
    CHECK(converted->colliders[1].second.radius_b == 0.25F);
    CHECK(converted->warnings.size() == 3); // centre, gravity aside, a tail that points elsewhere
    stable_builder builder;
    converted->add_to(builder);
    const result<spring_set> built = builder.build(made);
    REQUIRE(built);
    CHECK(built->stable.springs.size() == 2);
    CHECK(built->stable.colliders.size() == 2);
}

TEST_CASE("more choices of colliders than the stable solver has groups are refused",
          "[vrm][stable][bad-input]") {
    rig_builder bones;
    vrm_description springs;
    bones.add(rig_builder::joint{.name = "root", .handle = true});
    for (int b = 0; b < 33; ++b) {
        bones.add(rig_builder::joint{.name = "b" + std::to_string(b),
                                     .parent = 0,
                                     .translation = {0.1, 0, 0},
                                     .tail = {0, -0.1, 0}});
        springs.bodies.push_back({.bone = 0, .radius = 0.1});
        springs.groups.push_back({"", {b}});
        springs.chains.push_back(
            {.joints = {{.bone = b + 1, .tail_offset = {0, -0.1, 0}}}, .groups = {b}});
    }
    const rig made = *bones.build<float>();
    CHECK(convert_to_stable(springs, made).error().name == "too_many_groups");
    springs.chains.pop_back();
    CHECK(convert_to_stable(springs, made));
}
