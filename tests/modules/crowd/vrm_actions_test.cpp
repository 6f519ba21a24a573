#include "support/vrm_crowd.hpp"

#include <jounce/components/host/spring_control.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/crowd/tick_hashes.hpp>
#include <jounce/modules/rig/constraint_builder.hpp>
#include <jounce/systems/block_system.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <taskflow/taskflow.hpp>

#include <cmath>
#include <memory>
#include <string>

namespace vrm_actions_test {

using namespace jounce;
using namespace jounce::vrm_test;

TEST_CASE("ticks do not depend on frames, and what is shown lies between two of them",
          "[vrm][pipeline]") {
    const auto kind = make_kind();
    const auto turn_after = [&](int frames, float dt) {
        entt::registry registry;
        pipeline systems(registry);
        const entt::entity who = spawn(registry, kind);
        for (int i = 0; i < frames; ++i) {
            systems.run(dt);
        }
        return get_lane(state_of(registry, who, 3).tail, 0);
    };
    // Standing still under gravity. A little more than the time, so that no rounding loses a tick.
    const vec3<float> at_60 = turn_after(60, 1.0001F / 60);
    CHECK(at_60 == turn_after(30, 1.0001F / 30));
    CHECK(at_60 == turn_after(240, 1.0001F / 240));
    CHECK(at_60 == turn_after(10, 1.0001F / 10));
    CHECK_FALSE(at_60 == turn_after(59, 1.0001F / 60));

    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = spawn(registry, kind);
    for (int i = 0; i < 10; ++i) {
        systems.run(1.0001F / 60);
    }
    const vec3<float> older = tail_of(registry, who, 1); // as the tick before the last had it
    systems.run(0.5F / 60);
    const vec3<float> between = tail_of(registry, who, 1);
    systems.run(0.49F / 60);
    const vec3<float> newer = tail_of(registry, who, 1);
    CHECK(length(newer - older) > 1e-4F);
    CHECK(length(between - 0.5F * (older + newer)) < 0.05F * length(newer - older));
}

TEST_CASE("VRM springs start in the first pose and step in the next", "[vrm][pipeline]") {
    const bool told =
        GENERATE(false, true); // that the first frame is a teleport, which it is anyway
    crowd some(2);
    entt::registry& registry = some.registry;
    const auto turn = [&](std::size_t who) {
        return get_lane(state_of(registry, some.all[who], 3).turn, static_cast<int>(who));
    };
    if (told) {
        teleport(registry, some.all[0]);
    }
    const float dt = 1.0001F / 60; // one tick per frame
    some.move();
    some.systems.run(dt);
    for (std::size_t s = 0; s < 4; ++s) {
        const vrm_spring_state<float>& state = state_of(registry, some.all[0], s);
        CHECK(get_lane(state.turn, 0) == quat<float>{});
        CHECK(get_lane(state.tail, 0) == get_lane(state.tail_before, 0));
    }
    some.systems.run(dt);
    CHECK_FALSE(turn(0) == quat<float>{});
    const quat<float> before = turn(0);
    teleport(registry, some.all[0]); // no start: they swing on
    reset_springs(registry, some.all[1]);
    some.systems.run(dt);
    CHECK_FALSE(turn(0) == before);
    CHECK(turn(1) == quat<float>{});
    some.systems.run(dt);
    CHECK_FALSE(turn(1) == quat<float>{});
}

TEST_CASE("weight, pause, teleport and reset work on VRM springs", "[vrm][pipeline]") {
    crowd some(4);
    some.run(40);
    entt::registry& registry = some.registry;
    const entt::entity who = some.all[0];
    spring_control& control = registry.emplace<spring_control>(who);
    SECTION("weight 0 is the animated pose") {
        control.weight = 0;
        control.fade_seconds = 0.1F;
        some.run(10);
        for (std::int32_t b = 1; b <= 4; ++b) {
            const vec3<float> rest = {0, -0.1F * static_cast<float>(b), 0};
            CHECK(length(tail_of(registry, who, b) - rest) < 1e-6F);
        }
    }
    SECTION("paused springs keep their bend") {
        const quat<float> bend = get_lane(state_of(registry, who, 1).turn, 0);
        control.paused = true;
        some.run(15);
        CHECK(get_lane(state_of(registry, who, 1).turn, 0) == bend);
        CHECK_FALSE(get_lane(state_of(registry, some.all[1], 1).turn, 1) ==
                    get_lane(state_of(registry, some.all[1], 1).turn_before, 1));
        control.paused = false;
        some.run(1);
        CHECK_FALSE(get_lane(state_of(registry, who, 1).turn, 0) == bend);
    }
    SECTION("a teleport is no motion") {
        const vec3<float> before = tail_of(registry, who, 4);
        const vec3<float> tail = get_lane(state_of(registry, who, 3).tail, 0);
        teleport(registry, who);
        some.move();
        registry.get<placement>(who).position = {1000, 50, 7};
        some.systems.run(1.0F / 50);
        CHECK(length(tail_of(registry, who, 4) - before) < 0.05F);
        CHECK(length(get_lane(state_of(registry, who, 3).tail, 0) - tail) < 0.05F);
        CHECK_FALSE(control.teleport);
    }
    SECTION("a long move is a teleport by itself") {
        const vec3<float> tail = get_lane(state_of(registry, who, 3).tail, 0);
        some.move();
        registry.get<placement>(who).position = {0, 500, 0};
        some.systems.run(1.0F / 50);
        CHECK(length(get_lane(state_of(registry, who, 3).tail, 0) - tail) < 0.05F);
    }
    SECTION("reset starts at the animated pose") {
        const auto bend = [&] { return std::abs(get_lane(state_of(registry, who, 3).turn, 0).w); };
        reset_springs(registry, who);
        some.move();
        some.systems.run(1.0F / 50);
        // One tick of gravity away from rest at most.
        CHECK(bend() > 0.999F);
        CHECK_FALSE(control.reset);
    }
}

TEST_CASE("ticks of VRM springs are logged", "[vrm][pipeline]") {
    crowd some(3);
    context<tick_log>(some.registry).enabled = true;
    some.move();
    some.systems.run(1.0001F / 20);
    const auto hashes = tick_hashes(some.registry);
    REQUIRE(hashes.size() == 3);
    CHECK(hashes[0].characters == 3);
    CHECK(hashes[0].hash != hashes[1].hash);
}

TEST_CASE("a centred spring does not feel the motion of its centre", "[vrm][pipeline]") {
    const auto kind = make_kind(true);
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity moves = spawn(registry, kind);
    const entt::entity stands = spawn(registry, kind);
    for (int frame = 0; frame < 120; ++frame) {
        registry.get<placement>(moves).position = path(frame / 60.0).position;
        pose_of(registry, moves).set_translation(0, {0.01F * static_cast<float>(frame), 0, 0});
        systems.run(1.0F / 60);
    }
    for (std::int32_t b = 1; b <= 4; ++b) {
        const vec3<float> own =
            tail_of(registry, moves, b) - bone_of(registry, moves, 0).translation;
        CHECK(length(own - tail_of(registry, stands, b)) < 1e-5F);
    }
}

TEST_CASE("VRM kinds are retuned live, and constraints run before fk", "[vrm][pipeline]") {
    const auto kind = make_kind();
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = spawn(registry, kind);
    systems.run(1.0F / 60);
    auto other = std::make_shared<character_kind>(*kind);
    other->springs.vrm.springs[0].stiffness = 3;
    const constraint_description follow[] = {{constraint_kind::rotation, 5, 0, 1}};
    other->constraints = *build_constraints<float>(follow, kind->rig);
    const result<std::size_t> changed = retune(registry, kind, other);
    REQUIRE(changed);
    CHECK(*changed == 1);
    const quat<float> turn = axis_angle<float>({0, 0, 1}, 0.5F);
    pose_of(registry, who).set_rotation(0, turn);
    systems.run(1.0F / 60);
    const character& at = registry.get<character>(who);
    local_pose scratch;
    const local_pose& given = registry.get<local_pose>(at.block);
    const local_pose& pose = constrained_pose(registry, at.block, scratch);
    CHECK(&pose == &scratch);
    CHECK(std::abs(get_lane(pose.bones[5].rotation, at.lane).z - turn.z) < 1e-6F);
    // The host's own pose stays what it was; what is shown follows.
    CHECK(get_lane(given.bones[5].rotation, at.lane) == kind->rig.rest_local[5].rotation);
    const quat<float> parent = bone_of(registry, who, 4).rotation;
    const quat<float> back = {-parent.x, -parent.y, -parent.z, parent.w};
    CHECK(std::abs((back * bone_of(registry, who, 5).rotation).z - turn.z) < 1e-6F);
    rigid_pose animated; // under a hip that is turned as much
    animated_pose(registry, at.block, animated);
    CHECK(std::abs(get_lane(animated.bones[5].rotation, at.lane).z - std::sin(0.5F)) < 1e-6F);
    const auto centred = make_kind(true);
    CHECK(retune(registry, other, centred).error().name == "other_springs");
}

} // namespace vrm_actions_test
