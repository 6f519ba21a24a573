#include "support/counted_new.hpp"
#include "systems/tissue/limb.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/tissue_control.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/crowd/snapshot.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>
#include <jounce/modules/crowd/state_hash.hpp>

#include <catch2/catch_test_macros.hpp>

#include <taskflow/taskflow.hpp>

#include <cmath>

namespace {

using namespace jounce;
using namespace jounce::test;

constexpr float frame_seconds = 1.0F / 60;
constexpr double side = 0.0936; // of the limb
constexpr tissue_tier all_tiers[] = {tissue_tier::linear, tissue_tier::nonlinear,
                                     tissue_tier::newton};

std::shared_ptr<const character_kind> pressed_kind(limb_options options = {}) {
    options.has_skin = true;
    options.run.newton_steps = 1;
    return limb_kind(options);
}

/// A ball of 7 cm about a place.
entt::entity add_ball(entt::registry& registry, const vec3<double>& at) {
    const entt::entity out = registry.create();
    world_collider& body = registry.emplace<world_collider>(out);
    body.body.radius = 0.07F;
    body.at.position = at;
    return out;
}

/// Where it is 2 cm deep.
constexpr vec3<double> pressing = {0.375, 0, side + 0.05};

void run(limb_stage& stage, int frames) {
    for (int frame = 0; frame < frames; ++frame) {
        stage.systems.run(frame_seconds);
    }
}

} // namespace

TEST_CASE("Flesh touches the world's colliders, at every tier and level", "[tissue][pipeline]") {
    for (const bool is_reference : {false, true}) {
        limb_stage stage(pressed_kind({.is_reference = is_reference}));
        std::vector<entt::entity> all;
        for (const tissue_tier tier : all_tiers) {
            all.push_back(stage.add());
            stage.registry.emplace<tissue_control>(all.back()).tier = tier;
            stage.at(all.back()).position = {0, 2.0 * static_cast<double>(all.size()), 0};
            add_ball(stage.registry, pressing + stage.at(all.back()).position);
        }
        run(stage, 60);
        for (const entt::entity who : all) {
            CHECK(stage.most(who) > 0.005F);
        }
        stage.registry.clear<world_collider>();
        run(stage, 120);
        for (const entt::entity who : all) {
            CHECK(stage.most(who) < 1e-4F);
        }
    }
}

TEST_CASE("Only colliders of its groups meet flesh", "[tissue][pipeline]") {
    limb_options options;
    options.run.collides_with = 6;
    limb_stage stage(pressed_kind(options));
    const entt::entity who = stage.add();
    const entt::entity ball = add_ball(stage.registry, pressing);
    run(stage, 10);
    CHECK(stage.most(who) == 0);
    stage.registry.get<world_collider>(ball).body.groups = 4;
    run(stage, 10);
    CHECK(stage.most(who) > 0.003F);
}

TEST_CASE("Contact is the same for characters that are turned, moved and scaled",
          "[tissue][pipeline]") {
    limb_stage stage(pressed_kind());
    const entt::entity plain = stage.add();
    add_ball(stage.registry, pressing);
    const entt::entity other = stage.add();
    const placement there = {{1000, -20, 5}, axis_angle(vec3<float>{0.6F, 0.8F, 0}, 1.2F), 2.5F};
    stage.at(other) = there;
    const entt::entity ball = add_ball(
        stage.registry, there.position + 2.5 * rotate(cast<double>(there.rotation), pressing));
    stage.registry.get<world_collider>(ball).body.radius = 2.5F * 0.07F;
    run(stage, 60);
    CHECK(stage.most(plain) > 0.005F);
    CHECK(apart(stage.shown(plain), stage.shown(other)) < 1e-4F);

    limb_options options;
    options.metres_per_unit = 0.01;
    limb_stage centimetres(pressed_kind(options));
    const entt::entity small = centimetres.add();
    add_ball(centimetres.registry, pressing);
    run(centimetres, 60);
    std::vector<vec3<float>> scaled = centimetres.shown(small);
    for (vec3<float>& one : scaled) {
        one = 0.01F * one;
    }
    CHECK(apart(stage.shown(plain), scaled) < 2e-4F);
}

TEST_CASE("A character that moves into a collider is pressed, and one that goes with it stays so",
          "[tissue][pipeline]") {
    limb_options options;
    options.run.friction = 0; // it keeps what a jerk has displaced
    limb_stage stage(pressed_kind(options));
    const entt::entity who = stage.add();
    const entt::entity ball = add_ball(stage.registry, pressing + vec3<double>{0, 0, 0.2});
    run(stage, 2);
    for (int frame = 0; frame < 40; ++frame) {
        stage.at(who).position.z += 0.005;
        run(stage, 1);
    }
    CHECK(stage.most(who) > 0.005F);
    run(stage, 60);
    const std::vector<vec3<float>> held = stage.shown(who);
    CHECK(farthest(held) > 0.005F);
    // Both move on at the same constant velocity, and the jerk at the start fades.
    for (int frame = 0; frame < 120; ++frame) {
        stage.at(who).position.x += 0.02;
        stage.registry.get<world_collider>(ball).at.position.x += 0.02;
        run(stage, 1);
    }
    CHECK(apart(held, stage.shown(who)) < 1e-4F);
}

TEST_CASE("A ball of 20 m/s does not pass between frames without a trace", "[tissue][pipeline]") {
    for (const double way : {0.333, -0.333}) {
        limb_stage stage(pressed_kind());
        const entt::entity who = stage.add();
        const vec3<double> start = pressing + vec3<double>{0, -0.5 * way, 0};
        const entt::entity ball = add_ball(stage.registry, start);
        run(stage, 2);
        CHECK(stage.most(who) == 0);
        stage.registry.get<world_collider>(ball).at.position.y += way;
        run(stage, 1);
        CHECK(stage.most(who) > 0.001F);
    }
}

TEST_CASE("Flesh meets colliders on bones of others, not those in the world on its own",
          "[tissue][pipeline]") {
    limb_stage stage(pressed_kind());
    const entt::entity who = stage.add();
    const entt::entity other = stage.add();
    stage.at(other).position = {0, 0, 0.5};
    world_collider& carried = stage.registry.emplace<world_collider>(stage.registry.create());
    carried.body.radius = 0.07F;
    carried.character = other;
    carried.bone = 1;
    carried.at.position = {0.125, 0, 0};
    run(stage, 10);
    CHECK(stage.most(who) == 0);
    CHECK(stage.most(other) == 0); // it is in the middle of its own flesh
    for (int frame = 0; frame < 60; ++frame) {
        stage.at(other).position.z = std::max(0.5 - 0.01 * frame, side + 0.05);
        run(stage, 1);
    }
    CHECK(stage.most(who) > 0.005F);
}

TEST_CASE("Workers, lanes and company do not change the bits of contact", "[tissue][pipeline]") {
    const auto kind = pressed_kind();
    const auto play = [&](int characters, pipeline_options options, tf::Executor* executor) {
        entt::registry registry;
        std::vector<entt::entity> all;
        for (int i = 0; i < characters; ++i) {
            all.push_back(spawn(registry, kind));
            registry.emplace<tissue_control>(all.back()).tier = all_tiers[i % 2];
        }
        const entt::entity ball = add_ball(registry, pressing);
        pipeline systems(registry, options);
        for (int frame = 0; frame < 20; ++frame) {
            registry.get<world_collider>(ball).at.position.x = 0.375 + 0.01 * frame;
            for (std::size_t i = 0; i < all.size(); ++i) {
                // Every second pair of them is out of reach.
                registry.get<placement>(all[i]).position.z = i % 4 < 2 ? 0 : -3;
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
    const std::vector<std::uint64_t> alone = play(22, {}, nullptr);
    for (std::size_t i = 4; i < alone.size(); ++i) {
        CHECK(alone[i] == alone[i % 4]);
    }
    CHECK(alone[0] != alone[2]);
    CHECK(play(22, {.workers = worker_use::always}, &executor) == alone);
    CHECK(play(22, {.order = schedule::by_system}, nullptr) == alone);
    CHECK(play(1, {}, nullptr).front() == alone.front());
}

TEST_CASE("Contact with a moving collider is the same after a rollback", "[tissue][pipeline]") {
    bone_collider own;
    own.bone = 2;
    own.body.a = {0.3F, 0, 0.3F};
    own.body.radius = 0.1F;
    limb_options options;
    options.colliders = {own};
    limb_stage stage(pressed_kind(options));
    std::vector<entt::entity> all;
    for (int i = 0; i < 3; ++i) {
        all.push_back(stage.add());
        stage.registry.emplace<tissue_control>(all.back()).tier =
            all_tiers[static_cast<std::size_t>(i)];
    }
    const entt::entity ball = add_ball(stage.registry, pressing);
    const auto play = [&](int first, int last) {
        for (int frame = first; frame < last; ++frame) {
            stage.registry.get<world_collider>(ball).at.position = {
                0.375 + 0.1 * std::sin(0.3 * frame), 0, side + 0.05 + 0.02 * std::cos(0.5 * frame)};
            for (const entt::entity who : all) {
                stage.at(who).position.y = 0.01 * std::sin(0.4 * frame);
            }
            stage.systems.run(1.0F / 70); // frames end between ticks
        }
    };
    play(0, 20);
    const snapshot saved = take_snapshot(stage.registry);
    play(20, 40);
    const std::uint64_t later = state_hash(stage.registry);
    REQUIRE(restore(stage.registry, saved));
    play(20, 40);
    CHECK(state_hash(stage.registry) == later);
    const result<snapshot> read = snapshot_from_bytes(to_bytes(saved));
    REQUIRE(read);
    REQUIRE(restore(stage.registry, *read));
    play(20, 40);
    CHECK(state_hash(stage.registry) == later);
}

TEST_CASE("Frames of contact allocate nothing", "[tissue][pipeline]") {
    limb_stage stage(pressed_kind());
    for (std::size_t i = 0; i < 6; ++i) {
        stage.registry.emplace<tissue_control>(stage.add()).tier = all_tiers[i % 3];
    }
    const entt::entity ball = add_ball(stage.registry, pressing);
    int frame = 0;
    const long count = allocations_of(10, [&] {
        ++frame;
        stage.registry.get<world_collider>(ball).at.position.x = 0.375 + 0.002 * frame;
        stage.systems.run(frame_seconds);
    });
    CHECK(count == 0);
}
