// In which space springs are at rest, and what of a character's motion they feel.

#include "support/lone_character.hpp"
#include "support/spring_crowd.hpp"

#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

namespace spaces_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 60;

} // namespace

TEST_CASE("a teleport moves no tail", "[spaces]") {
    const float frame_time = GENERATE(1.0F / 30, 1.0F / 60, 1.0F / 144);
    const bool asked = GENERATE(true, false);
    stage s;
    const entt::entity who = s.add();
    const entt::entity twin = s.add();
    s.systems.run(frame_time);
    for (const entt::entity one : {who, twin}) {
        add_impulse(s.registry, one, 2, {1, 0, 0.5F});
    }
    float largest = 0;
    for (int frame = 0; frame < 40; ++frame) {
        if (frame % 10 == 5) {
            if (asked) {
                teleport(s.registry, who);
            }
            s.at(who).position = s.at(who).position + vec3<double>{60, -30, 74};
        }
        s.systems.run(frame_time);
        CHECK(s.tail_distance(who, twin) < 1e-4F);
        largest = std::max(largest, s.most(twin));
    }
    CHECK(largest > 0.1F);
    CHECK_FALSE(s.control(who).teleport);
}

TEST_CASE("a wide turn is a teleport, too", "[spaces]") {
    stage s;
    const entt::entity who = s.add();
    s.systems.run(dt);
    s.at(who).rotation = {0, 0, 1, 0};
    s.systems.run(dt);
    CHECK(s.most(who) == 0);
}

TEST_CASE("a long move is motion where automatic teleports are off", "[spaces]") {
    stage s;
    const entt::entity who = s.add();
    s.control(who).teleport_distance = 0;
    s.systems.run(dt);
    s.at(who).position = {10, 0, 0};
    s.systems.run(dt);
    CHECK(s.most(who) > 0.1F);
    CHECK(s.most(who) <= 4.0F);
}

TEST_CASE("a hundred kilometres away springs move as they do at the origin", "[spaces]") {
    stage s;
    const entt::entity near = s.add();
    const entt::entity far = s.add();
    float largest = 0;
    for (int frame = 0; frame < 300; ++frame) {
        s.at(near) = walk_at(frame / 60.0);
        s.at(far) = walk_at(frame / 60.0, 1, {1e5, 20, -1e5});
        s.systems.run(dt);
        CHECK(s.difference(near, far) < 1e-3F);
        largest = std::max(largest, s.most(near));
    }
    CHECK(largest > 0.05F);
}

TEST_CASE("springs do not feel what their platform does", "[spaces]") {
    const bool turning = GENERATE(false, true);
    const int rate = GENERATE(30, 60, 144);
    stage s;
    const entt::entity in_centre = s.add();
    const entt::entity in_world = s.add();
    const entt::entity in_half = s.add();
    const auto platform = [&](double t) {
        placement out;
        out.position = {0.5 * t, 0.1 * t, 0};
        if (turning) {
            out.rotation = cast<float>(axis_angle<double>({0, 1, 0}, 0.2 * t));
        }
        return out;
    };
    float lag = 0;
    float half_lag = 0;
    for (int frame = 0; frame < 60; ++frame) {
        const placement under = platform(frame / static_cast<double>(rate));
        for (const entt::entity who : {in_centre, in_world, in_half}) {
            // Two metres beside the platform's middle.
            s.at(who).position =
                under.position + rotate(cast<double>(under.rotation), vec3<double>{2, 0, 1});
            s.at(who).rotation = under.rotation;
        }
        s.registry.emplace_or_replace<centre_space>(in_centre, centre_space{under, 1});
        s.registry.emplace_or_replace<centre_space>(in_half, centre_space{under, 0.5F});
        s.systems.run(1.0F / static_cast<float>(rate));
        CHECK(s.most(in_centre) < 1e-5F);
        lag = std::max(lag, s.most(in_world));
        half_lag = std::max(half_lag, s.most(in_half));
    }
    CHECK(lag > 0.1F);
    CHECK(half_lag > 0.05F);
    CHECK(half_lag < lag);
}

TEST_CASE("springs that follow do not feel the character's motion", "[spaces]") {
    stage s;
    const entt::entity follows = s.add();
    const entt::entity half = s.add();
    const entt::entity feels = s.add();
    s.control(follows).follow = 1;
    s.control(half).follow = 0.5F;
    float largest = 0;
    float largest_half = 0;
    for (int frame = 0; frame < 120; ++frame) {
        for (const entt::entity who : {follows, half, feels}) {
            s.at(who) = walk_at(frame / 60.0);
        }
        s.systems.run(dt);
        CHECK(s.most(follows) < 1e-5F);
        largest = std::max(largest, s.most(feels));
        largest_half = std::max(largest_half, s.most(half));
    }
    CHECK(largest > 0.02F);
    CHECK(largest_half > 0.2F * largest);
    CHECK(largest_half < 0.8F * largest);
}

TEST_CASE("a character of another size swings by the same angles", "[spaces]") {
    const double scale = GENERATE(0.1, 10.0);
    stage s;
    context<world_forces>(s.registry).gravity = {};
    const entt::entity normal = s.add();
    const entt::entity other = s.add();
    s.control(normal).teleport_distance = 0;
    s.control(other).teleport_distance = 0;
    float largest = 0;
    for (int frame = 0; frame < 180; ++frame) {
        s.at(normal) = walk_at(frame / 60.0, 1);
        s.at(other) = walk_at(frame / 60.0, scale);
        s.systems.run(dt);
        CHECK(s.difference(normal, other) < 1e-4F);
        largest = std::max(largest, s.most(normal));
    }
    CHECK(largest > 0.02F);
}

TEST_CASE("a character that grows keeps its springs", "[spaces]") {
    stage s;
    const entt::entity who = s.add();
    for (int frame = 0; frame < 120; ++frame) {
        s.at(who).scale = 1 + 0.5F * static_cast<float>(frame) / 60;
        s.systems.run(dt);
        // Growth about the origin moves the tails apart from each other, along the chain.
        CHECK(s.most(who) < 0.05F);
    }
}

TEST_CASE("a collider in motion is met as such without a placement, too", "[spaces]") {
    // Friction carries a tail along with what it touches: only if the collider's motion is known.
    spring_tuning tuning;
    tuning.radius = 0.02;
    tuning.friction = 1;
    tuning.gravity = 1;
    tuning.frequency = 0.3;
    tuning.fixed_length = true;
    stage s(std::make_shared<const character_kind>(
        chain_kind<float>({.links = 1, .link_length = 0.3, .along = {1, 0, 0}}, tuning)));
    const entt::entity placed = s.add();
    const entt::entity bare = s.add();
    s.registry.erase<placement>(bare);
    const entt::entity belt = s.registry.create();
    world_collider& floor = s.registry.emplace<world_collider>(belt);
    floor.body.shape = collider_shape::box;
    floor.body.half = {5, 0.1F, 5};
    floor.at.position = {0, -0.2, 0};
    for (int frame = 0; frame < 120; ++frame) {
        floor.at.position.z += 0.005;
        s.systems.run(dt);
    }
    CHECK(s.deflection(placed, 0).z > 0.1F);
    CHECK(s.difference(placed, bare) < 1e-6F);
}

} // namespace spaces_test
