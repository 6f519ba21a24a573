#include "support/clip_crowd.hpp"

#include <jounce/modules/crowd/snapshot.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <set>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr int taken_at = 40;
constexpr int last_frame = 90;

std::vector<std::uint64_t> expected_hashes(int first = 0) {
    clip_crowd crowd;
    runner systems(crowd.registry, 0);
    std::vector<std::uint64_t> all = crowd.run(systems, 0, last_frame);
    return {all.begin() + first, all.end()};
}

system_cost cost_of_sample(const pipeline& systems) {
    const std::vector<system_cost> costs = systems.stats().costs();
    const auto found = std::find_if(costs.begin(), costs.end(),
                                    [](const system_cost& one) { return one.name == "sample"; });
    REQUIRE(found != costs.end());
    return *found;
}

} // namespace

TEST_CASE("playing characters give the same bits on any workers", "[clips][determinism]") {
    const std::vector<std::uint64_t> expected = expected_hashes();
    CHECK(std::set<std::uint64_t>(expected.begin(), expected.end()).size() == expected.size());
    for (const schedule order : {schedule::by_block, schedule::by_system}) {
        for (const int workers : {0, 1, 2, 3, 8}) {
            CAPTURE(workers, static_cast<int>(order));
            clip_crowd crowd;
            runner systems(crowd.registry, workers, order);
            CHECK(crowd.run(systems, 0, last_frame) == expected);
        }
    }
}

TEST_CASE("moving to other lanes does not disturb clips", "[clips]") {
    const std::vector<std::uint64_t> expected = expected_hashes();
    clip_crowd crowd;
    runner systems(crowd.registry, 2);
    std::vector<std::uint64_t> found = crowd.run(systems, 0, taken_at);
    CHECK(compact(crowd.registry) > 0);
    const std::vector<std::uint64_t> later = crowd.run(systems, taken_at, last_frame);
    found.insert(found.end(), later.begin(), later.end());
    CHECK(found == expected);
}

TEST_CASE("a change of level does not disturb clips", "[clips][lod]") {
    clip_crowd crowd;
    clip_crowd other;
    runner systems(crowd.registry, 0);
    runner other_systems(other.registry, 0);
    for (int frame = 0; frame < 60; ++frame) {
        if (frame % 10 == 5) {
            for (std::size_t i = 0; i < crowd.all.size(); i += 2) {
                set_level(crowd.registry, crowd.all[i], (frame / 10) % 4);
            }
        }
        crowd.run(systems, frame, frame + 1);
        other.run(other_systems, frame, frame + 1);
        for (std::size_t i = 0; i < crowd.all.size(); ++i) {
            const character& at = crowd.registry.get<character>(crowd.all[i]);
            const character& expected_at = other.registry.get<character>(other.all[i]);
            const local_pose& pose = crowd.registry.get<local_pose>(at.block);
            const local_pose& expected = other.registry.get<local_pose>(expected_at.block);
            for (std::size_t b = 0; b < pose.bones.size(); ++b) {
                REQUIRE(get_lane(pose.bones[b], at.lane) ==
                        get_lane(expected.bones[b], expected_at.lane));
            }
        }
    }
}

TEST_CASE("clips are rolled back", "[clips][rollback]") {
    const std::vector<std::uint64_t> expected = expected_hashes(taken_at);
    clip_crowd crowd;
    runner systems(crowd.registry, GENERATE(0, 3));
    crowd.run(systems, 0, taken_at);
    const snapshot taken = take_snapshot(crowd.registry);
    CHECK(crowd.run(systems, taken_at, last_frame) == expected);
    REQUIRE(restore(crowd.registry, taken));
    CHECK(to_bytes(take_snapshot(crowd.registry)) == to_bytes(taken));
    CHECK(crowd.run(systems, taken_at, last_frame) == expected);
    SECTION("through bytes, into another registry") {
        const result<snapshot> read = snapshot_from_bytes(to_bytes(taken));
        REQUIRE(read);
        clip_crowd other;
        runner other_systems(other.registry, 0);
        other.run(other_systems, 0, 7);
        REQUIRE(restore(other.registry, *read));
        CHECK(other.run(other_systems, taken_at, last_frame) == expected);
    }
    SECTION("who plays no more stays so") {
        crowd.registry.remove<clip_player>(crowd.all[2]);
        REQUIRE(restore(crowd.registry, taken));
        CHECK_FALSE(crowd.registry.all_of<clip_player>(crowd.all[2]));
    }
}

TEST_CASE("a broken player can be taken and sent", "[clips][snapshot][bad-input]") {
    clip_crowd crowd;
    clip_player& player = crowd.registry.get<clip_player>(crowd.all[1]);
    player.layers[0].time = std::nan("");
    player.layers[0].speed = std::nanf("");
    player.layers[0].weight = INFINITY;
    player.layers[0].mode = play_mode{200};
    player.layers[0].clip = 12345;
    const snapshot taken = take_snapshot(crowd.registry);
    const result<snapshot> read = snapshot_from_bytes(to_bytes(taken));
    REQUIRE(read);
    runner systems(crowd.registry, 0);
    const std::vector<std::uint64_t> first = crowd.run(systems, 0, 5);
    REQUIRE(restore(crowd.registry, *read));
    CHECK(crowd.run(systems, 0, 5) == first);
}

TEST_CASE("only who plays is counted", "[clips]") {
    entt::registry registry;
    const auto kind = std::make_shared<const character_kind>(random_kind<float>(1, {}));
    const auto clips = clips_for(kind->rig);
    std::vector<entt::entity> all;
    for (int i = 0; i < 20; ++i) {
        all.push_back(spawn(registry, kind));
    }
    pipeline systems(registry);
    systems.run(0.01F);
    CHECK(cost_of_sample(systems).elements == 0);
    for (const std::size_t i : {3U, 4U, 17U}) {
        play(registry, all[i], clips, "a");
    }
    registry.emplace<clip_player>(all[5]); // without clips
    systems.run(0.01F);
    CHECK(cost_of_sample(systems).elements ==
          3 * static_cast<std::uint64_t>(kind->rig.bone_count()));
}

TEST_CASE("morph weights go with the clip", "[clips][morph]") {
    entt::registry registry;
    const auto kind = std::make_shared<const character_kind>(random_kind<float>(1, {}));
    clip smile;
    smile.name = "smile";
    smile.times = {0, 1};
    smile.values = {0, 1, 1, 0.5F};
    smile.duration = 1;
    smile.morphs.push_back({0, interpolation::linear, 2, 0, 2, 0});
    const auto clips = std::make_shared<const clip_set>(clip_set{{smile}});
    const entt::entity who = spawn(registry, kind);
    const std::vector<std::vector<float>> rest = {{0.25F, 0.75F}};
    registry.emplace<morph_weights>(who, make_morph_weights(rest));
    pipeline systems(registry);
    play(registry, who, clips, "smile");
    systems.run(0.25F);
    CHECK(registry.get<morph_weights>(who).of(0)[0] == 0.25F);
    CHECK(registry.get<morph_weights>(who).of(0)[1] == 0.875F);
    systems.run(0.25F);
    CHECK(registry.get<morph_weights>(who).of(0)[0] == 0.5F);
    stop(registry, who);
    registry.get<morph_weights>(who).rest[0] = 1; // a blink of the host
    systems.run(0.25F);
    CHECK(registry.get<morph_weights>(who).of(0)[0] == 1);
    CHECK(registry.get<morph_weights>(who).of(0)[1] == 0.75F);
}
