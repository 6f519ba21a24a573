#include <jounce/modules/crowd/spring_actions.hpp>

#include "sagging_kind.hpp"
#include "support/lone_character.hpp"

#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/crowd/snapshot.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace warm_up_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 60;

} // namespace

TEST_CASE("a warm start equals ten seconds of frames", "[actions]") {
    stage s(sagging_kind());
    const bool in_wind = GENERATE(false, true);
    if (in_wind) {
        context<world_forces>(s.registry).wind = {0, 0, 4};
        context<world_forces>(s.registry).turbulence = 0;
    }
    const entt::entity slow = s.add();
    s.at(slow).rotation = cast<float>(axis_angle<double>({0, 1, 0}, 0.4));
    s.at(slow).scale = 1.5F;
    for (int frame = 0; frame < 600; ++frame) {
        s.systems.run(dt);
    }
    const entt::entity quick = s.add();
    s.at(quick) = s.at(slow);
    const snapshot before = take_snapshot(s.registry);
    context<world_forces>(s.registry).turbulence = 0.5; // gusts do not count
    REQUIRE(warm_up(s.registry, quick, 10));
    context<world_forces>(s.registry).turbulence = 0;
    CHECK(s.most(slow) > 0.1F);
    CHECK(s.difference(slow, quick) < 1e-4F);
    // Nobody else was touched, nor the clock.
    const snapshot after = take_snapshot(s.registry);
    CHECK(
        std::equal(before.values.begin(),
                   before.values.begin() + static_cast<std::ptrdiff_t>(before.characters[0].count),
                   after.values.begin()));
    CHECK(before.clock.time == after.clock.time);
    for (int frame = 0; frame < 30; ++frame) {
        s.systems.run(dt);
        CHECK(s.difference(slow, quick) < 1e-4F);
        CHECK(s.tail_distance(slow, quick) < 1e-4F);
    }
}

TEST_CASE("a warm start in the middle of a run has no kick", "[actions]") {
    stage s(sagging_kind());
    const entt::entity who = s.add();
    for (int frame = 0; frame < 30; ++frame) {
        s.at(who) = walk_at(frame / 10.0);
        s.systems.run(dt);
    }
    pose_of(s.registry, who).set_rotation(0, {0, 0, 0.6F, 0.8F}); // and in another pose
    REQUIRE(warm_up(s.registry, who, 20));
    const vec3<float> settled = s.deflection(who, 2);
    for (int frame = 0; frame < 30; ++frame) {
        s.systems.run(dt);
        check_near(s.deflection(who, 2), settled, 1e-4F);
    }
}

TEST_CASE("a warm start lies on what is below", "[actions]") {
    stage s(sagging_kind(0.5, 0.02));
    const entt::entity floor = s.registry.create();
    world_collider& plane = s.registry.emplace<world_collider>(floor);
    plane.body.shape = collider_shape::plane;
    plane.body.b = {0, 1, 0};
    plane.at.position = {0, -0.05, 0};
    const entt::entity who = s.add();
    REQUIRE(warm_up(s.registry, who, 10));
    for (std::size_t i = 0; i < s.springs(); ++i) {
        CHECK(get_lane(s.state(who, i).position, s.lane(who)).y > -0.0305F);
    }
    CHECK(get_lane(s.state(who, 3).position, s.lane(who)).y < -0.02F);
}

TEST_CASE("a warm start takes seconds that make sense", "[actions][bad-input]") {
    stage s(sagging_kind());
    const entt::entity who = s.add();
    const float bad = GENERATE(0.0F, -1.0F, std::nanf(""));
    CHECK_FALSE(warm_up(s.registry, who, bad));
    CHECK(s.most(who) == 0);
    CHECK(warm_up(s.registry, who, INFINITY)); // a minute
    CHECK(std::isfinite(s.most(who)));
}

} // namespace warm_up_test
