#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/pipeline/single_step.hpp>

#include "sagging_kind.hpp"
#include "support/caught_assert.hpp"
#include "support/lone_character.hpp"
#include "support/spring_crowd.hpp"

#include <jounce/components/host/spring_control.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <numbers>

namespace spring_actions_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 60;

} // namespace

TEST_CASE("an impulse changes a velocity by J/m", "[actions]") {
    spring_tuning tuning;
    tuning.mass = 0.25;
    stage s(lone_kind(tuning));
    const entt::entity who = s.add();
    const entt::entity other = s.add();
    s.at(who).rotation = cast<float>(axis_angle<double>({0, 1, 0}, std::numbers::pi / 2));
    s.at(who).scale = 2;
    s.systems.run(dt);
    const std::int32_t bone = s.kind().springs.stable.springs[1].bone;
    CHECK(add_impulse(s.registry, who, bone, {0.5F, 0, 0}));
    // A quarter turn about Y takes the model's Z to the world's X; 0.5 / (0.25 * 2) = 1 m/s.
    check_near(s.velocity(who, 1), {0, 0, 1}, 1e-6F);
    CHECK(length(s.velocity(who, 0)) == 0);
    CHECK(length(s.velocity(other, 1)) == 0);
    CHECK(add_impulse(s.registry, who, bone, {-0.5F, 0, 0}));
    check_near(s.velocity(who, 1), {0, 0, 0}, 1e-6F);
    CHECK(add_impulse(s.registry, who, bone, {0, 1e6F, 0}));
    check_near(s.velocity(who, 1), {0, 50, 0}, 1e-3F); // max_speed
    CHECK_FALSE(add_impulse(s.registry, who, 0, {1, 0, 0}));
    CHECK_FALSE(add_impulse(s.registry, who, -1, {1, 0, 0}));
    CHECK_FALSE(add_impulse(s.registry, who, bone, {std::nanf(""), 0, 0}));
}

TEST_CASE("what an impulse starts is the free oscillation", "[actions]") {
    // y'' + 2 d w y' + w^2 y = 0 with y'(0) = J/(m L): y = v/wd exp(-d w t) sin(wd t).
    spring_tuning tuning;
    tuning.drag = 0;
    tuning.mass = 2;
    stage s(lone_kind(tuning, 1));
    const entt::entity who = s.add();
    s.systems.run(dt);
    const double start = context<frame_clock>(s.registry).time;
    const int bone = s.kind().springs.stable.springs[0].bone;
    add_impulse(s.registry, who, bone, {0.02F, 0, 0});
    const double w = 2 * std::numbers::pi * tuning.frequency;
    const double wd = w * std::sqrt(1 - 0.3 * 0.3);
    for (int frame = 0; frame < 60; ++frame) {
        s.systems.run(dt);
        const double t = context<frame_clock>(s.registry).time - start;
        const double y = 0.02 / (2 * 0.1) / wd * std::exp(-0.3 * w * t) * std::sin(wd * t);
        // Ticks end within a tick of the frame's end.
        const double shown = static_cast<double>(length(s.deflection(who, 0)));
        CHECK(std::abs(shown - std::abs(y)) < 1e-3);
    }
}

TEST_CASE("the reference solver is pushed and reset, too", "[actions]") {
    spring_crowd crowd;
    runner systems(crowd.registry, 0);
    hashes_of(crowd, systems, 0, 5, 60);
    for (const entt::entity who : crowd.all) {
        const character& at = crowd.registry.get<character>(who);
        const character_kind& kind = *crowd.registry.get<block>(at.block).kind;
        if (kind.springs.solver == stable_solver) {
            continue;
        }
        crowd.registry.get<placement>(who) = {};
        crowd.registry.get<spring_control>(who) = {};
        const lane_vec3<float>& velocity =
            crowd.registry.get<reference_state>(at.block).particles[0].velocity;
        const vec3<float> before = get_lane(velocity, at.lane);
        CHECK(add_impulse(crowd.registry, who, kind.springs.springs[0].bone, {0, 3, 0}));
        check_near(get_lane(velocity, at.lane) - before, {0, 3 / kind.springs.springs[0].mass, 0},
                   1e-5F);
        reset_springs(crowd.registry, who);
        CHECK(length(get_lane(velocity, at.lane)) == 0);
        teleport(crowd.registry, who);
        CHECK_FALSE(crowd.registry.get<spring_control>(who).teleport);
        CHECK_FALSE(warm_up(crowd.registry, who, 1));
        CHECK(spring_energy(crowd.registry, who) == 0);
    }
}

TEST_CASE("reset springs are at the animated pose", "[actions]") {
    stage s;
    const entt::entity who = s.add();
    const entt::entity other = s.add();
    for (int frame = 0; frame < 20; ++frame) {
        s.at(who) = s.at(other) = walk_at(frame / 20.0);
        s.systems.run(dt);
    }
    REQUIRE(s.most(who) > 0.01F);
    const float of_other = s.most(other);
    reset_springs(s.registry, who);
    s.systems.run(dt);
    CHECK(s.most(who) == 0);
    CHECK(s.most(other) > 0.1F * of_other); // swings on
    CHECK_FALSE(s.control(who).reset);
}

TEST_CASE("energy is that of an oscillator", "[actions]") {
    spring_tuning tuning;
    tuning.mass = 2;
    tuning.drag = 0;
    tuning.damping_ratio = 0;
    stage s(lone_kind(tuning, 1));
    const entt::entity who = s.add();
    s.systems.run(dt);
    CHECK(spring_energy(s.registry, who) == 0);
    add_impulse(s.registry, who, s.kind().springs.stable.springs[0].bone, {0.2F, 0, 0});
    // J^2 / 2m = 0.04 / 4, and it stays.
    for (int frame = 0; frame < 120; ++frame) {
        CHECK(std::abs(spring_energy(s.registry, who) - 0.01) < 1e-5);
        s.systems.run(dt);
    }
}

TEST_CASE("energy of damped chains only falls", "[actions]") {
    stage s;
    const entt::entity who = s.add();
    s.systems.run(dt);
    add_impulse(s.registry, who, s.kind().springs.stable.springs[2].bone, {1, 0, 0.5F});
    double last = spring_energy(s.registry, who);
    CHECK(last > 0.1);
    for (int second = 0; second < 6; ++second) {
        for (int frame = 0; frame < 60; ++frame) {
            s.systems.run(dt);
        }
        CHECK(spring_energy(s.registry, who) <= last);
        last = spring_energy(s.registry, who);
    }
    CHECK(last < 1e-6);
}

TEST_CASE("a single step moves a world that is paused", "[actions]") {
    stage s(sagging_kind());
    const entt::entity who = s.add();
    context<time_control>(s.registry).paused = true;
    CHECK(s.systems.run(dt) == frame_status::held);
    CHECK(single_step(s.registry, s.systems) == frame_status::done);
    CHECK(s.most(who) > 0);
    CHECK(context<time_control>(s.registry).paused);
    CHECK(context<frame_clock>(s.registry).frame == 1);
    CHECK(single_step(s.registry, s.systems, -1) == frame_status::held);
}

TEST_CASE("stale handles and running frames do nothing", "[actions][bad-input]") {
    stage s(sagging_kind());
    const entt::entity who = s.add();
    const entt::entity gone = s.add();
    despawn(s.registry, gone);
    const bool busy = GENERATE(false, true);
    const entt::entity victim = busy ? who : gone;
    context<crowd_index>(s.registry).running = busy;
    caught_assert caught;
    teleport(s.registry, victim);
    reset_springs(s.registry, victim);
    CHECK_FALSE(add_impulse(s.registry, victim, 1, {1, 0, 0}));
    CHECK_FALSE(warm_up(s.registry, victim, 1));
    CHECK(spring_energy(s.registry, victim) == 0);
    CHECK(caught.count() == 5);
    CHECK_FALSE(s.registry.all_of<spring_control>(who));
    if (busy) {
        CHECK(retune(s.registry, sagging_kind(), sagging_kind()).error().name == "busy");
    }
    context<crowd_index>(s.registry).running = false;
}

} // namespace spring_actions_test
