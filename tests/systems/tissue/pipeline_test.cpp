#include "systems/tissue/limb.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/host/tissue_control.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/systems/block_system.hpp>

#include <catch2/catch_test_macros.hpp>

#include <taskflow/taskflow.hpp>

#include <cmath>
#include <limits>

namespace {

using namespace jounce;
using namespace jounce::test;

constexpr float frame_seconds = 1.0F / 60;

/// Shakes a character for so many frames.
void shake(limb_stage& stage, entt::entity who, int frames, int first = 0) {
    for (int frame = first; frame < first + frames; ++frame) {
        stage.at(who).position.y = 0.02 * std::sin(0.3 * frame);
        stage.systems.run(frame_seconds);
    }
}

} // namespace

TEST_CASE("Flesh follows its character and comes to rest", "[tissue][pipeline]") {
    limb_stage stage(limb_kind());
    const entt::entity who = stage.add();
    stage.systems.run(frame_seconds);
    CHECK(stage.most(who) == 0);
    shake(stage, who, 60);
    CHECK(stage.most(who) > 1e-3F);
    for (int frame = 0; frame < 600; ++frame) {
        stage.systems.run(frame_seconds);
    }
    CHECK(stage.most(who) < 1e-5F);
}

TEST_CASE("Flesh feels the animation of its bones", "[tissue][pipeline]") {
    limb_stage stage(limb_kind());
    const entt::entity who = stage.add();
    for (int frame = 0; frame < 60; ++frame) {
        const float angle = 0.5F * std::sin(0.3F * static_cast<float>(frame));
        pose_of(stage.registry, who).set_rotation(1, axis_angle(vec3<float>{0, 0, 1}, angle));
        stage.systems.run(frame_seconds);
    }
    CHECK(stage.most(who) > 1e-3F);
}

TEST_CASE("Flesh lies beside springs, and beside a solver that does not feel the world",
          "[tissue][pipeline]") {
    limb_options options;
    SECTION("springs") { options.has_spring = true; }
    SECTION("reference solver") { options.is_reference = true; }
    limb_stage stage(limb_kind(options));
    const entt::entity who = stage.add();
    shake(stage, who, 60);
    CHECK(stage.most(who) > 1e-3F);
    if (options.has_spring) {
        CHECK(spring_energy(stage.registry, who) > 0);
    }
}

TEST_CASE("Flesh is the same in centimetres", "[tissue][pipeline]") {
    limb_stage metres(limb_kind());
    limb_options options;
    options.metres_per_unit = 0.01;
    limb_stage centimetres(limb_kind(options));
    const entt::entity a = metres.add();
    const entt::entity b = centimetres.add();
    shake(metres, a, 60);
    shake(centimetres, b, 60);
    std::vector<vec3<float>> scaled = centimetres.shown(b);
    for (vec3<float>& one : scaled) {
        one = 0.01F * one;
    }
    CHECK(apart(metres.shown(a), scaled) < 1e-3F * metres.most(a));
}

TEST_CASE("Flesh does not feel teleports, pauses and a constant velocity", "[tissue][pipeline]") {
    limb_stage stage(limb_kind());
    const entt::entity who = stage.add();
    for (int frame = 0; frame < 30; ++frame) {
        stage.at(who).position.x = 0.1 * frame;
        stage.systems.run(frame_seconds);
    }
    CHECK(stage.most(who) < 1e-5F);
    stage.at(who).position.x += 1000;
    stage.at(who).rotation = axis_angle(vec3<float>{0, 1, 0}, 1.0F);
    teleport(stage.registry, who);
    stage.systems.run(frame_seconds);
    CHECK(stage.most(who) < 1e-5F);
    for (int frame = 0; frame < 10; ++frame) {
        stage.at(who).position.x += 0.1; // as fast as before
        stage.systems.run(frame_seconds);
        CHECK(stage.most(who) < 1e-4F);
    }
}

TEST_CASE("Paused flesh keeps its shape, and without weight it shows none", "[tissue][pipeline]") {
    limb_stage stage(limb_kind());
    const entt::entity who = stage.add();
    shake(stage, who, 40);
    spring_control& control = stage.registry.emplace<spring_control>(who);
    control.paused = true;
    stage.systems.run(frame_seconds);
    stage.systems.run(frame_seconds);
    const std::vector<vec3<float>> held = stage.shown(who);
    CHECK(farthest(held) > 1e-4F);
    shake(stage, who, 20, 40);
    CHECK(stage.shown(who) == held);
    control.paused = false;
    stage.registry.emplace<tissue_control>(who).weight = 0.5F;
    stage.systems.run(frame_seconds);
    stage.registry.get<tissue_control>(who).weight = 0;
    stage.systems.run(frame_seconds);
    CHECK(stage.most(who) == 0);
    stage.registry.get<tissue_control>(who).weight = std::numeric_limits<float>::quiet_NaN();
    stage.systems.run(frame_seconds);
    CHECK(std::isfinite(stage.most(who)));
    CHECK(stage.most(who) > 0);
    reset_springs(stage.registry, who);
    stage.systems.run(frame_seconds);
    CHECK(stage.most(who) < 1e-4F);
}

TEST_CASE("A bad pose does not stay in flesh", "[tissue][pipeline]") {
    limb_stage stage(limb_kind());
    const entt::entity good = stage.add();
    const entt::entity bad = stage.add();
    shake(stage, good, 20);
    pose_of(stage.registry, bad)
        .set_translation(1, {std::numeric_limits<float>::quiet_NaN(), 0, 0});
    shake(stage, good, 3, 20);
    CHECK(std::isfinite(stage.most(good)));
    pose_of(stage.registry, bad).set_translation(1, {0.25F, 0, 0});
    shake(stage, bad, 60);
    CHECK(std::isfinite(stage.most(bad)));
    CHECK(stage.most(bad) > 1e-3F);
}

TEST_CASE("Workers, schedules and lanes do not change the bits of flesh", "[tissue][pipeline]") {
    const auto kind = limb_kind();
    const auto play = [&](int characters, pipeline_options options, tf::Executor* executor) {
        entt::registry registry;
        std::vector<entt::entity> all;
        for (int i = 0; i < characters; ++i) {
            all.push_back(spawn(registry, kind));
        }
        pipeline systems(registry, options);
        for (int frame = 0; frame < 30; ++frame) {
            for (const entt::entity who : all) {
                registry.get<placement>(who).position.y = 0.02 * std::sin(0.3 * frame);
            }
            executor != nullptr ? systems.run(*executor, frame_seconds)
                                : systems.run(frame_seconds);
        }
        std::vector<std::uint64_t> out;
        for (const entt::entity who : all) {
            out.push_back(character_hash(registry, who));
        }
        return out;
    };
    tf::Executor executor(4);
    const std::vector<std::uint64_t> alone = play(40, {}, nullptr);
    for (const std::uint64_t one : alone) {
        CHECK(one == alone.front()); // whatever its lane and block
    }
    CHECK(play(40, {.workers = worker_use::always}, &executor) == alone);
    CHECK(play(40, {.order = schedule::by_system}, nullptr) == alone);
    CHECK(play(3, {}, nullptr).front() == alone.front());
}

TEST_CASE("Kinds without flesh have none of its components", "[tissue][pipeline]") {
    character_kind bare = *limb_kind();
    bare.tissue = nullptr;
    limb_stage stage(std::make_shared<const character_kind>(bare));
    const entt::entity who = stage.add();
    stage.systems.run(frame_seconds);
    CHECK(stage.registry.storage<tissue_state>().empty());
    CHECK(stage.registry.storage<displacements>().empty());
    std::vector<vec3<float>> none(100);
    CHECK(displacements_of(stage.registry, who, none) == 0);
}

TEST_CASE("Only kinds with the same handles can replace each other", "[tissue][pipeline]") {
    const auto kind = limb_kind();
    limb_stage stage(kind);
    const entt::entity who = stage.add();
    shake(stage, who, 20);
    character_kind bare = *kind;
    bare.tissue = nullptr;
    const result<std::size_t> refused =
        retune(stage.registry, kind, std::make_shared<const character_kind>(bare));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().name == errors::other_tissue);
    character_kind moved = *kind;
    tissue_set turned = *kind->tissue;
    std::swap(turned.joints[0].bone, turned.joints[1].bone);
    moved.tissue = std::make_shared<const tissue_set>(turned);
    CHECK_FALSE(retune(stage.registry, kind, std::make_shared<const character_kind>(moved)));
    limb_options softer;
    softer.run.tier = tissue_tier::linear;
    const auto linear = limb_kind(softer);
    CHECK(retune(stage.registry, kind, linear));
    shake(stage, who, 20, 20);
    CHECK(std::isfinite(stage.most(who)));
    // More than the kind had, so that its scratch has to grow.
    limb_options richer;
    richer.run = {tissue_tier::newton, 2, 240, 72, 0.1};
    CHECK(retune(stage.registry, linear, limb_kind(richer)));
    shake(stage, who, 20, 40);
    CHECK(stage.most(who) > 0);
    CHECK(stage.most(who) <= 0.051F);
}
