#include "modules/crowd/lod_crowd.hpp"

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/host/detail_control.hpp>
#include <jounce/components/world/detail_budget.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/crowd/update_detail.hpp>
#include <jounce/systems/block_system.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <taskflow/taskflow.hpp>

namespace freeze_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 60.0F;
constexpr float link_length = 0.1F;

/// Walks on at an uneven pace and sways.
void walk_and_run(entt::registry& registry, pipeline& frames, entt::entity who, int frame) {
    const double time = static_cast<double>(frame) / 60;
    registry.emplace_or_replace<placement>(
        who, placement{{1.5 * time + 0.02 * std::sin(5 * time), 0, 0}, {}, 1});
    pose_of(registry, who)
        .set_rotation(0, cast<float>(axis_angle(vec3<double>{1, 0, 0}, 0.06 * std::sin(4 * time))));
    frames.run(dt);
}

} // namespace

TEST_CASE("freezing and waking show no jump", "[lod]") {
    spring_tuning tuning;
    tuning.frequency = GENERATE(1.5, 3.0);
    chain_recipe recipe;
    recipe.links = 2;
    const auto kind = chain_archetype(recipe, tuning);
    entt::registry registry;
    entt::registry twin_registry;
    pipeline frames(registry);
    pipeline twin_frames(twin_registry);
    const entt::entity who = spawn(registry, kind);
    const entt::entity twin = spawn(twin_registry, kind);
    detail_budget& by = context<detail_budget>(registry);
    by.by_distance = true;
    by.distances = {200, 300, 400};

    std::vector<vec3<float>> before;
    std::vector<vec3<float>> twin_before;
    float freezing = 0;
    float waking_up = 0;
    int frozen = 0;
    float liveliest = 0;
    for (int frame = 0; frame < 480; ++frame) {
        // Away at 100, back at 200; again at 320 for a moment too short to freeze.
        const bool far = (frame >= 100 && frame < 200) || (frame >= 320 && frame < 328);
        by.viewer = {far ? 1000.0 : 0.0, 0, 0};
        walk_and_run(registry, frames, who, frame);
        walk_and_run(twin_registry, twin_frames, twin, frame);
        const std::vector<vec3<float>> swing_now = shown_swing(registry, who);
        const std::vector<vec3<float>> twin_now = shown_swing(twin_registry, twin);
        const bool is_frozen = level_of(registry, who) == frozen_level;
        frozen += is_frozen ? 1 : 0;
        if (is_frozen) {
            CHECK(largest_step(swing_now, {swing_now.size(), vec3<float>{}}) < 1e-6F);
        }
        if (frame > 60) {
            CAPTURE(frame);
            const float own = largest_step(swing_now, before);
            const float twins = largest_step(twin_now, twin_before);
            float& largest = far ? freezing : waking_up;
            largest = std::max(largest, (own - twins) / link_length);
            liveliest =
                std::max(liveliest, largest_step(twin_now, {twin_now.size(), vec3<float>{}}));
        }
        before = swing_now;
        twin_before = twin_now;
    }
    // Steps beyond the twin's, over the length of a bone.
    INFO("liveliest " << liveliest / link_length);
    CHECK(waking_up <= 0.01F);
    CHECK(freezing <= 0.01F);
    CHECK(frozen >= 40);
    CHECK(level_of(registry, who) == 0);
    CHECK(liveliest > 0.1F * link_length); // there was something to jump
    // And it swings as its twin does again.
    CHECK(largest_step(before, twin_before) < 0.05F * link_length);
}

TEST_CASE("springs that wake under a walking character are not thrown back", "[lod]") {
    spring_tuning loose;
    loose.frequency = 1;
    loose.damping_ratio = 0.1;
    loose.drag = 0;
    entt::registry registry;
    pipeline frames(registry);
    const entt::entity who = spawn(registry, chain_archetype({}, loose));
    detail_budget& by = context<detail_budget>(registry);
    by.by_distance = true;
    by.distances = {1000, 2000, 3000};
    for (int frame = 0; frame < 240; ++frame) {
        by.viewer = {frame > 10 && frame < 120 ? 1e5 : 0.0, 0, 0};
        // Straight on at 3 m/s: nothing to feel.
        registry.emplace_or_replace<placement>(who, placement{{0.05 * frame, 0, 0}, {}, 1});
        frames.run(dt);
        if (frame > 60) {
            CAPTURE(frame);
            CHECK(largest_step(shown_swing(registry, who), {4, vec3<float>{}}) <
                  0.01F * link_length);
        }
        if (frame == 100) {
            CHECK(level_of(registry, who) == frozen_level);
        }
    }
    CHECK(level_of(registry, who) == 0);
}

TEST_CASE("distance chooses levels, with some reluctance to come back", "[lod]") {
    entt::registry registry;
    pipeline frames(registry);
    const entt::entity who = spawn(registry, chain_archetype());
    detail_budget& by = context<detail_budget>(registry);
    by.by_distance = true;
    by.distances = {10, 20, 30};
    const auto stand_at = [&](double metres) {
        registry.emplace_or_replace<placement>(who, placement{{metres, 0, 0}, {}, 1});
        for (int i = 0; i < 40; ++i) {
            frames.run(dt);
        }
        return level_of(registry, who);
    };
    CHECK(stand_at(9.9) == 0);
    CHECK(stand_at(10.1) == 1);
    CHECK(stand_at(9.1) == 1);
    CHECK(stand_at(8.9) == 0);
    CHECK(stand_at(25) == 2);
    CHECK(stand_at(31) == 3);
    CHECK(stand_at(28) == 3);
    CHECK(stand_at(26) == 2);
    registry.emplace<detail_control>(who).coarsest = 1;
    CHECK(stand_at(100) == 1);
    registry.get<detail_control>(who) = {1, 1, 3};
    CHECK(stand_at(0) == 1);
    registry.get<detail_control>(who) = {};
    CHECK(stand_at(25) == 2);
    by.by_distance = false; // what was made coarser comes back
    CHECK(stand_at(25) == 0);
    set_level(registry, who, 2); // and then levels are the host's
    CHECK(stand_at(25) == 2);
}

TEST_CASE("levels by distance give the same bits for any number of workers", "[lod]") {
    std::vector<std::uint64_t> hashes;
    for (const std::size_t workers : {1U, 2U, 3U}) {
        entt::registry registry;
        pipeline frames(registry, {.workers = worker_use::always});
        tf::Executor executor(workers);
        std::vector<entt::entity> all;
        const auto kind = chain_archetype();
        for (int i = 0; i < 40; ++i) {
            all.push_back(spawn(registry, kind));
        }
        detail_budget& by = context<detail_budget>(registry);
        by.by_distance = true;
        by.distances = {1, 2, 3};
        for (int frame = 0; frame < 150; ++frame) {
            by.viewer = {4 * std::sin(0.07 * frame), 0, 2};
            for (std::size_t i = 0; i < all.size(); ++i) {
                walk_on(registry, all[i], frame / 60.0, static_cast<double>(i));
            }
            frames.run(executor, dt);
        }
        CHECK(context<detail_report>(registry).characters[0] < 40);
        hashes.push_back(state_hash(registry));
    }
    CHECK(hashes == std::vector<std::uint64_t>(hashes.size(), hashes.front()));
}

} // namespace freeze_test
