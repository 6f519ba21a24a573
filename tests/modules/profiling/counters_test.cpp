#include "modules/crowd/lod_crowd.hpp"
#include "support/spring_crowd.hpp"

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <bit>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 60;

/// The same numbers by walking all blocks.
frame_counters by_hand(const entt::registry& registry) {
    frame_counters out;
    for (const auto [e, home] : registry.view<const block>().each()) {
        for (int lane = 0; lane < lane_count; ++lane) {
            if (home.is_active(lane)) {
                out.bones += home.kind->rig.parents.size();
                out.springs +=
                    home.kind->springs.springs.size() + home.kind->springs.stable.springs.size();
                ++out.at_level[static_cast<std::size_t>(home.level)];
            }
        }
        ++out.blocks;
    }
    return out;
}

} // namespace

TEST_CASE("a frame counts what it computes, on any number of workers", "[profiling][counters]") {
    spring_crowd crowd(60);
    pipeline_options options;
    options.order = GENERATE(schedule::by_block, schedule::by_system);
    options.workers = worker_use::always;
    pipeline systems(crowd.registry, options);
    tf::Executor executor(3);
    const bool serial = GENERATE(true, false);
    for (int frame = 0; frame < 5; ++frame) {
        crowd.input(frame);
        serial ? systems.run(dt) : systems.run(executor, dt);
        frame_counters counted = systems.stats().counters();
        CHECK(counted.characters() == crowd.all.size());
        counted.ticks = 0; // below
        counted.contacts = 0;
        CHECK(counted == by_hand(crowd.registry));
        despawn(crowd.registry, crowd.all.back());
        crowd.all.pop_back();
    }
    // Elements follow the crowd as well.
    crowd.input(5);
    serial ? systems.run(dt) : systems.run(executor, dt);
    const std::vector<system_cost> costs = systems.stats().costs();
    const system_id fk = *systems.stats().find("fk");
    CHECK(costs[static_cast<std::size_t>(fk)].elements == by_hand(crowd.registry).bones);
}

TEST_CASE("ticks are counted per character and level of detail", "[profiling][counters]") {
    entt::registry registry;
    const auto kind = chain_archetype(); // 120 ticks per second
    std::vector<entt::entity> all;
    for (int i = 0; i < 12; ++i) {
        all.push_back(spawn(registry, kind));
    }
    // 3 at full rate, 4 at half, 3 at a quarter, 2 frozen.
    for (std::size_t i = 0; i < all.size(); ++i) {
        set_level(registry, all[i], i < 3 ? 0 : i < 7 ? 1 : i < 10 ? 2 : 3);
    }
    pipeline systems(registry);
    std::uint64_t ticks = 0;
    for (int frame = 0; frame < 60; ++frame) {
        systems.run(dt);
        ticks += systems.stats().counters().ticks;
    }
    CHECK(systems.stats().counters().at_level == std::array<std::uint64_t, 4>{3, 4, 3, 2});
    // A second, give or take one tick at its end where 60 frames of a float are a little less.
    const std::uint64_t expected = 3 * 120 + 4 * 60 + 3 * 30;
    CHECK(ticks <= expected);
    CHECK(ticks + 3 + 4 + 3 >= expected);
}

TEST_CASE("contacts are counted where springs are pushed, and only there",
          "[profiling][counters]") {
    entt::registry registry;
    chain_recipe recipe;
    spring_tuning tuning;
    tuning.radius = 0.01;
    collider body;
    body.radius = 0.05F;
    const bool touches = GENERATE(true, false);
    // About the first link, through the middle of the chain; or far from it.
    body.a = touches ? vec3<float>{0, 0.05F, 0} : vec3<float>{100, 0, 0};
    const auto kind = std::make_shared<const character_kind>(
        chain_kind<float>(recipe, tuning, {{"root", body}, {"link1", body}}));
    for (int i = 0; i < 3; ++i) { // five lanes of the block are idle
        spawn(registry, kind);
    }
    pipeline systems(registry);
    for (int frame = 0; frame < 10; ++frame) {
        systems.run(dt);
    }
    const frame_counters& last = systems.stats().counters();
    const std::uint64_t most = last.ticks * kind->springs.stable.springs.size();
    CHECK((last.contacts > 0) == touches);
    CHECK(last.contacts <= most);
    CHECK(last.contacts % 3 == 0); // three that do the same
    // A frozen character touches nothing.
    for (const entt::entity who : std::vector<entt::entity>(registry.view<character>().begin(),
                                                            registry.view<character>().end())) {
        set_level(registry, who, frozen_level);
    }
    systems.run(dt);
    CHECK(systems.stats().counters().contacts == 0);
    CHECK(systems.stats().counters().ticks == 0);
}

TEST_CASE("nothing is measured that is switched off", "[profiling][counters]") {
    spring_crowd crowd;
    pipeline systems(crowd.registry, {schedule::by_block, false});
    const system_id mine = *systems.profile().register_system("mine");
    systems.profile().trace().start();
    systems.run(dt);
    { const system_scope timed(systems.profile(), mine, 5); }
    CHECK(systems.stats().frames() == 0);
    CHECK(systems.stats().counters() == frame_counters{});
    CHECK(systems.profile().trace().thread_count() == 0);

    systems.profile().set_measuring(true);
    systems.run(dt);
    { const system_scope timed(systems.profile(), mine, 5); }
    CHECK(systems.stats().frames() == 1);
    CHECK(systems.stats().counters().characters() == crowd.all.size()); // of one frame, not two
    CHECK(systems.stats().costs().back().elements == 5);

    systems.profile().set_measuring(false);
    { const system_scope timed(systems.profile(), mine, 5); }
    systems.run(dt);
    CHECK(systems.stats().frames() == 1);
    CHECK(systems.stats().costs().back().elements == 5);
}
