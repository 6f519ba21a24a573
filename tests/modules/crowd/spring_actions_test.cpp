#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/pipeline/single_step.hpp>

#include "support/caught_assert.hpp"
#include "support/lone_character.hpp"
#include "support/spring_crowd.hpp"

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <numbers>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 60;

/// Bends down under gravity from level.
std::shared_ptr<const character_kind> sagging_kind(double frequency = 2, double radius = 0) {
    spring_tuning tuning;
    tuning.gravity = 0.5;
    tuning.frequency = frequency;
    tuning.damping_ratio = 0.5;
    tuning.radius = radius;
    return std::make_shared<const character_kind>(
        chain_kind<float>({.along = {1, 0, 0}}, tuning, {{"root", collider{}}}));
}

void check_near(const vec3<float>& a, const vec3<float>& b, float tolerance) {
    CAPTURE(a.x, a.y, a.z, b.x, b.y, b.z);
    CHECK(length(a - b) < tolerance);
}

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

TEST_CASE("retuning keeps every bit of state", "[actions]") {
    const auto old_kind = sagging_kind(2);
    stage s(old_kind);
    const entt::entity who = s.add();
    const entt::entity other = s.add();
    vec3<float> last;
    for (int frame = 0; frame < 120; ++frame) {
        last = frame < 119 ? last : s.tail(who, 3);
        s.at(who) = walk_at(frame / 60.0);
        s.systems.run(dt);
    }
    const std::vector<std::byte> before = to_bytes(take_snapshot(s.registry));
    const auto new_kind = sagging_kind(4);
    const result<std::size_t> count = retune(s.registry, old_kind, new_kind);
    REQUIRE(count);
    CHECK(*count == 2);
    CHECK(to_bytes(take_snapshot(s.registry)) == before);
    // Motion goes on from there without a jump of place or speed, then settles higher.
    const float sag = s.most(other);
    const vec3<float> now = s.tail(who, 3);
    s.at(who) = walk_at(2);
    s.systems.run(dt);
    check_near(s.tail(who, 3) - now, now - last, 5e-3F);
    for (int frame = 0; frame < 240; ++frame) {
        s.systems.run(dt);
    }
    CHECK(s.most(other) < 0.5F * sag);
    // Characters that come later join the same block, and leave it again.
    const entt::entity late = spawn(s.registry, new_kind);
    CHECK((s.registry.get<character>(late).block == s.registry.get<character>(who).block));
    CHECK(despawn(s.registry, late));
    CHECK(despawn(s.registry, who));
    CHECK(despawn(s.registry, other));
    CHECK(context<crowd_index>(s.registry).blocks.empty());
    CHECK(context<crowd_index>(s.registry).kinds.empty());
}

TEST_CASE("retuning joins kinds whose blocks are open", "[actions]") {
    const auto a = sagging_kind(2);
    const auto b = sagging_kind(3);
    entt::registry registry;
    std::vector<entt::entity> all;
    for (int i = 0; i < 20; ++i) {
        all.push_back(spawn(registry, i % 2 == 0 ? a : b));
    }
    set_level(registry, all[0], 1);
    const result<std::size_t> count = retune(registry, a, b);
    REQUIRE(count);
    CHECK(*count == 10);
    CHECK(*retune(registry, a, b) == 0);
    CHECK(*retune(registry, b, b) == 20);
    CHECK(compact(registry) > 0);
    CHECK(context<crowd_index>(registry).blocks.size() == 4); // one of them of level 1
    pipeline systems(registry);
    systems.run(dt);
    for (const entt::entity who : all) {
        CHECK(despawn(registry, who));
    }
    CHECK(context<crowd_index>(registry).kinds.empty());
}

TEST_CASE("only tuning may change", "[actions][bad-input]") {
    const auto kind = sagging_kind();
    stage s(kind);
    const entt::entity who = s.add();
    const auto refused = [&](const character_kind& other) {
        const result<std::size_t> count =
            retune(s.registry, kind, std::make_shared<const character_kind>(other));
        CHECK((s.registry.get<block>(s.registry.get<character>(who).block).kind == kind));
        return count ? "" : count.error().name;
    };
    CHECK(refused(chain_kind<float>({.links = 5}, {}, {{"root", collider{}}})) == "other_rig");
    character_kind other = *kind;
    other.rig.parents[4] = 1;
    CHECK(refused(other) == "other_rig");
    stable_builder springs;
    springs.add("link0", spring_tuning{});
    springs.add("root", collider{});
    other = *kind;
    other.springs = *springs.build(kind->rig);
    CHECK(refused(other) == "other_springs");
    other = *kind;
    other.springs.stable.springs[1].parent = -1;
    CHECK(refused(other) == "other_springs");
    other = *kind;
    other.springs.stable.chains_collide = true;
    CHECK(refused(other) == "other_springs");
    other = *kind;
    other.springs.stable.colliders.clear();
    CHECK(refused(other) == "other_colliders");
    other = *kind;
    other.bind.joints.pop_back();
    CHECK(refused(other) == "other_binding");
    CHECK(retune(s.registry, kind, nullptr).error().name == "no_kind");
    // The bodies of colliders are tuning.
    other = *kind;
    other.springs.stable.colliders[0].body.shape = collider_shape::capsule;
    CHECK(retune(s.registry, kind, std::make_shared<const character_kind>(other)));
    CHECK(s.registry.get<block_colliders>(s.registry.get<character>(who).block).traits[0].shape ==
          collider_shape::capsule);
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
