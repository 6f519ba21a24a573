// EnTT's own calls on a registry with characters. Runs against EnTT and the subset.

#include "support/caught_assert.hpp"
#include "support/crowd_checks.hpp"
#include "support/haired_crowd.hpp"

#include <jounce/components/block/control_state.hpp>
#include <jounce/components/host/detail_control.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/components/world/detail_budget.hpp>
#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/crowd/snapshot.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

/// Which storages a host made before jounce did decides the order in which EnTT clears them.
void make_first(entt::registry& registry, int which) {
    switch (which) {
    case 1: static_cast<void>(registry.view<character>()); break;
    case 2: static_cast<void>(registry.view<block, character>()); break;
    case 3: static_cast<void>(registry.view<palette, character, block_place>()); break;
    default: break;
    }
}

} // namespace

TEST_CASE("destroying characters gives their blocks back at once", "[crowd][entt]") {
    entt::registry registry;
    pipeline frames(registry);
    for (int round = 0; round < 5; ++round) {
        const std::vector<entt::entity> all = spawn_many(registry, 200);
        frames.run(dt);
        for (const entt::entity who : all) {
            registry.destroy(who);
            CHECK_FALSE(is_character(registry, who));
        }
        check_empty(registry);
        frames.run(dt);
        CHECK(frames.stats().counters().bones == 0);
    }
    // Nothing is left: the next entities are the ids of those that went.
    CHECK(compact(registry) == 0);
    CHECK(entt::to_entity(registry.create()) < 400);
}

TEST_CASE("destroying a range of characters, and every way of removing them", "[crowd][entt]") {
    const int way = GENERATE(0, 1, 2, 3, 4, 5, 6);
    const int first = GENERATE(0, 1, 2, 3);
    entt::registry registry;
    make_first(registry, first);
    pipeline frames(registry);
    std::vector<entt::entity> all = spawn_many(registry, 50);
    for (const std::size_t i : {3U, 7U, 20U}) {
        REQUIRE(set_level(registry, all[i], 1));
    }
    frames.run(dt);
    const entt::entity mine = registry.create();
    registry.emplace<world_collider>(mine).body.radius = 0.1F;
    bool keeps_entities = false;
    switch (way) {
    case 0: registry.destroy(all.begin(), all.end()); break;
    case 1: {
        const auto found = registry.view<character>();
        registry.destroy(found.begin(), found.end());
        break;
    }
    case 2:
        for (const entt::entity who : registry.view<character>()) {
            registry.destroy(who);
        }
        break;
    case 3:
        registry.clear<character>();
        keeps_entities = true;
        break;
    case 4:
        for (const entt::entity who : all) {
            CHECK(registry.remove<character>(who) == 1);
        }
        keeps_entities = true;
        break;
    case 5:
        std::reverse(all.begin(), all.end());
        for (const entt::entity who : all) {
            registry.erase<character>(who);
        }
        keeps_entities = true;
        break;
    default: registry.clear(); break;
    }
    check_empty(registry);
    CHECK(registry.valid(all[11]) == keeps_entities);
    CHECK(registry.all_of<placement>(all[11]) == keeps_entities);
    CHECK(registry.valid(mine) == (way != 6));
    frames.run(dt);
    const std::vector<entt::entity> again = spawn_many(registry, 20);
    frames.run(dt);
    CHECK(fault_of_index(registry).empty());
    CHECK(frames.stats().counters().blocks == context<crowd_index>(registry).blocks.size());
    for (const entt::entity who : again) {
        CHECK(is_character(registry, who));
    }
}

TEST_CASE("those who stay keep their bits when others are destroyed", "[crowd][entt]") {
    std::vector<std::uint64_t> expected;
    for (const bool by_entt : {false, true}) {
        spring_crowd crowd(40);
        runner systems(crowd.registry, 0);
        std::vector<std::uint64_t> hashes;
        for (int frame = 0; frame < 30; ++frame) {
            if (frame % 5 == 2) {
                const entt::entity gone = crowd.all[static_cast<std::size_t>(frame) / 2];
                by_entt ? static_cast<void>(crowd.registry.destroy(gone))
                        : static_cast<void>(despawn(crowd.registry, gone));
                std::erase(crowd.all, gone);
            }
            crowd.input(frame);
            systems.run(dt);
            hashes.push_back(state_hash(crowd.registry));
        }
        CHECK(fault_of_index(crowd.registry).empty());
        expected = by_entt ? expected : hashes;
        CHECK(hashes == expected);
    }
}

TEST_CASE("what a destroyed character leaves is put at rest, and poses taken before are stale",
          "[crowd][entt]") {
    entt::registry registry;
    pipeline frames(registry);
    const entt::entity stays = spawn(registry, hair());
    const entt::entity goes = spawn(registry, hair());
    pose_of(registry, goes).set_translation(0, {1, 2, 3});
    frames.run(dt);
    character_pose before = pose_of(registry, stays);
    const character was = registry.get<character>(goes);
    registry.destroy(goes);
    {
        caught_assert caught;
        before.set_translation(0, {9, 9, 9});
        CHECK(caught.count() == 1);
    }
    frames.run(dt);
    const transform<float> left = get_lane(registry.get<local_pose>(was.block).bones[0], was.lane);
    CHECK(left.translation == hair()->rig.rest_local[0].translation);
    const entt::entity next = spawn(registry, hair());
    CHECK(registry.get<character>(next).lane == was.lane);
}

TEST_CASE("clearing other components leaves characters alone", "[crowd][entt]") {
    spring_crowd crowd(34);
    runner systems(crowd.registry, 2);
    context<detail_budget>(crowd.registry).by_distance = true;
    for (int frame = 0; frame < 12; ++frame) {
        crowd.input(frame);
        for (const entt::entity who : crowd.all) {
            crowd.registry.emplace_or_replace<detail_control>(who);
        }
        if (frame % 4 == 1) {
            crowd.registry.clear<placement>();
        } else if (frame % 4 == 2) {
            crowd.registry.clear<spring_control, centre_space, detail_control>();
        } else if (frame % 4 == 3) {
            crowd.registry.clear<world_collider>();
            crowd.ball = crowd.registry.create();
            crowd.registry.emplace<world_collider>(crowd.ball).body.radius = 0.3F;
        }
        CHECK(systems.run(dt) == frame_status::done);
        CHECK(fault_of_index(crowd.registry).empty());
    }
    CHECK(crowd.registry.storage<character>().size() == crowd.all.size());
}

TEST_CASE("a block that is destroyed by hand takes its characters' lanes, not their entities",
          "[crowd][entt]") {
    const int way = GENERATE(0, 1, 2, 3, 4, 5);
    entt::registry registry;
    pipeline frames(registry);
    const std::vector<entt::entity> all = spawn_many(registry, 40);
    frames.run(dt);
    const entt::entity home = registry.get<character>(all[1]).block;
    switch (way) {
    case 0: registry.destroy(home); break;
    case 1: registry.remove<block>(home); break;
    case 2: registry.remove<local_pose>(home); break;
    case 3: registry.remove<block_place>(home); break;
    case 4: registry.remove<control_states>(home); break;
    default: {
        const std::vector<entt::entity> one = {home, all[1], all[2]};
        registry.destroy(one.begin(), one.end());
        break;
    }
    }
    CHECK_FALSE(is_character(registry, all[1]));
    CHECK(registry.valid(all[1]) == (way != 5));
    CHECK(registry.all_of<placement>(all[1]) == (way != 5));
    CHECK(fault_of_index(registry).empty());
    CHECK(slots(registry) == context<crowd_index>(registry).blocks.size());
    CHECK(frames.run(dt) == frame_status::done);
    spawn(registry, hair());
    CHECK(fault_of_index(registry).empty());
    // Everything there is, blocks among them, in any order.
    std::vector<entt::entity> every = context<crowd_index>(registry).blocks;
    for (const entt::entity who : registry.view<character>()) {
        every.push_back(who);
    }
    std::sort(every.begin(), every.end());
    registry.destroy(every.begin(), every.end());
    check_empty(registry);
    CHECK(frames.run(dt) == frame_status::done);
}

TEST_CASE("clearing a component of all blocks ends them", "[crowd][entt]") {
    const int first = GENERATE(0, 1, 2, 3);
    entt::registry registry;
    make_first(registry, first);
    pipeline frames(registry);
    for (int way = 0; way < 4; ++way) {
        const std::vector<entt::entity> all = spawn_many(registry, 30);
        frames.run(dt);
        switch (way) {
        case 0: registry.clear<block>(); break;
        case 1: registry.clear<palette>(); break;
        case 2: registry.clear<block_place>(); break;
        default: registry.clear<stable_state, block>(); break;
        }
        check_empty(registry);
        CHECK(registry.valid(all.front()));
        CHECK(frames.run(dt) == frame_status::done);
    }
}

TEST_CASE("a cleared registry is used again", "[crowd][entt]") {
    const int first = GENERATE(0, 1, 2, 3);
    entt::registry registry;
    make_first(registry, first);
    pipeline frames(registry);
    std::size_t bytes = 0;
    std::uint64_t hash = 0;
    for (int round = 0; round < 4; ++round) {
        const std::vector<entt::entity> all = spawn_many(registry, 100);
        frames.run(dt);
        registry.clear();
        CHECK(registry.ctx().contains<crowd_index>());
        check_empty(registry);
        const arena_report report = context<block_arena>(registry).report();
        CHECK(report.slot_bytes == 0);
        CHECK(report.bytes == report.empty_bytes);
        bytes = round == 0 ? report.bytes : bytes;
        CHECK(report.bytes == bytes);
        // A host's own entity may now have the id of a block that has ended.
        const entt::entity mine = registry.create();
        CHECK(frames.run(dt) == frame_status::done);
        CHECK(registry.valid(mine));
        const snapshot empty = take_snapshot(registry);
        CHECK(empty.characters.empty());
        hash = round == 0 ? state_hash(registry) : hash;
        CHECK(state_hash(registry) == hash);
        CHECK_FALSE(despawn(registry, all.front()));
    }
}

TEST_CASE("snapshots, levels and hashes survive the destruction of characters", "[crowd][entt]") {
    spring_crowd crowd(34);
    runner systems(crowd.registry, 3);
    hashes_of(crowd, systems, 0, 10, 60);
    const snapshot before = take_snapshot(crowd.registry);
    const std::vector<entt::entity> gone = {crowd.all[0], crowd.all[5], crowd.all[6]};
    crowd.registry.destroy(gone.begin(), gone.end());
    std::erase_if(crowd.all, [&](entt::entity who) { return !crowd.registry.valid(who); });
    CHECK(take_snapshot(crowd.registry).characters.size() == before.characters.size() - 3);
    context<detail_budget>(crowd.registry).by_distance = true;
    context<detail_budget>(crowd.registry).distances = {0.1F, 0.2F, 0.3F};
    hashes_of(crowd, systems, 10, 20, 60);
    crowd.registry.destroy(crowd.all.back());
    crowd.all.pop_back();
    hashes_of(crowd, systems, 20, 30, 60);
    const result<restore_report> report = restore(crowd.registry, before);
    REQUIRE(report);
    CHECK(report->restored == crowd.all.size());
    CHECK(report->missing == 4);
    CHECK(fault_of_index(crowd.registry).empty());
    compact(crowd.registry);
    CHECK(fault_of_index(crowd.registry).empty());
    CHECK(systems.run(dt) == frame_status::done);
}
