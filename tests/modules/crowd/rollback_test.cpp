#include <jounce/modules/crowd/snapshot.hpp>

#include "support/spring_crowd.hpp"

#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <set>

namespace rollback_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr int taken_at = 13;
constexpr int last_frame = 40;

/// What a run without any snapshot gives after `taken_at`.
std::vector<std::uint64_t> expected_hashes(int rate) {
    spring_crowd crowd;
    runner systems(crowd.registry, 0);
    hashes_of(crowd, systems, 0, taken_at, rate);
    return hashes_of(crowd, systems, taken_at, last_frame, rate);
}

} // namespace

TEST_CASE("a run is repeated from a snapshot to the bit", "[rollback][determinism]") {
    const int rate = GENERATE(30, 60, 144, 0);
    const std::vector<std::uint64_t> expected = expected_hashes(rate);
    // All differ: the crowd really moves in every frame.
    CHECK(std::set<std::uint64_t>(expected.begin(), expected.end()).size() == expected.size());
    for (const schedule order : {schedule::by_block, schedule::by_system}) {
        for (const int workers : {0, 1, 2, 3, 8}) {
            CAPTURE(rate, workers, static_cast<int>(order));
            spring_crowd crowd;
            runner systems(crowd.registry, workers, order);
            hashes_of(crowd, systems, 0, taken_at, rate);
            const snapshot taken = take_snapshot(crowd.registry);
            CHECK(hashes_of(crowd, systems, taken_at, last_frame, rate) == expected);
            const result<restore_report> restored = restore(crowd.registry, taken);
            REQUIRE(restored);
            CHECK(restored->restored == crowd.all.size());
            CHECK(hashes_of(crowd, systems, taken_at, last_frame, rate) == expected);
        }
    }
}

TEST_CASE("characters that moved to other lanes are restored", "[rollback]") {
    const int rate = GENERATE(60, 144, 0);
    const std::vector<std::uint64_t> expected = expected_hashes(rate);
    spring_crowd crowd;
    runner systems(crowd.registry, 2);
    hashes_of(crowd, systems, 0, taken_at, rate);
    const snapshot taken = take_snapshot(crowd.registry);
    hashes_of(crowd, systems, taken_at, taken_at + 5, rate);
    CHECK(compact(crowd.registry) > 0);
    hashes_of(crowd, systems, taken_at + 5, taken_at + 9, rate);
    REQUIRE(restore(crowd.registry, taken));
    CHECK(to_bytes(take_snapshot(crowd.registry)) == to_bytes(taken));
    CHECK(hashes_of(crowd, systems, taken_at, last_frame, rate) == expected);
}

TEST_CASE("levels of detail are restored", "[rollback]") {
    spring_crowd crowd;
    runner systems(crowd.registry, 2);
    set_level(crowd.registry, crowd.all[0], 1);
    set_level(crowd.registry, crowd.all[2], 2);
    set_level(crowd.registry, crowd.all[4], 3);
    hashes_of(crowd, systems, 0, taken_at, 60);
    const snapshot taken = take_snapshot(crowd.registry);
    const std::vector<std::uint64_t> expected = hashes_of(crowd, systems, taken_at, last_frame, 60);
    set_level(crowd.registry, crowd.all[0], 0);
    set_level(crowd.registry, crowd.all[4], 1);
    set_level(crowd.registry, crowd.all[6], 3);
    hashes_of(crowd, systems, last_frame, last_frame + 3, 60);
    REQUIRE(restore(crowd.registry, taken));
    CHECK(to_bytes(take_snapshot(crowd.registry)) == to_bytes(taken));
    CHECK(hashes_of(crowd, systems, taken_at, last_frame, 60) == expected);
}

TEST_CASE("a collider that came later is forgotten", "[rollback]") {
    spring_crowd crowd;
    runner systems(crowd.registry, 0);
    hashes_of(crowd, systems, 0, taken_at, 60);
    const snapshot taken = take_snapshot(crowd.registry);
    const auto with_wall = [&] {
        std::vector<std::uint64_t> hashes = hashes_of(crowd, systems, taken_at, taken_at + 5, 60);
        const entt::entity wall = crowd.registry.create();
        collider& body = crowd.registry.emplace<world_collider>(wall).body;
        body.shape = collider_shape::plane;
        body.a = {0, -0.1F, 0};
        body.b = {0, 1, 0};
        const std::vector<std::uint64_t> later =
            hashes_of(crowd, systems, taken_at + 5, last_frame, 60);
        hashes.insert(hashes.end(), later.begin(), later.end());
        crowd.registry.destroy(wall);
        return hashes;
    };
    const std::vector<std::uint64_t> first = with_wall();
    CHECK(first != expected_hashes(60)); // the wall matters
    REQUIRE(restore(crowd.registry, taken));
    CHECK(with_wall() == first);
}

TEST_CASE("bytes carry a run into another registry", "[rollback]") {
    const int rate = GENERATE(60, 144);
    const std::vector<std::uint64_t> expected = expected_hashes(rate);
    std::vector<std::byte> bytes;
    {
        spring_crowd crowd;
        runner systems(crowd.registry, 3);
        hashes_of(crowd, systems, 0, taken_at, rate);
        bytes = to_bytes(take_snapshot(crowd.registry));
    }
    const int frames_before = GENERATE(0, 4);
    spring_crowd other;
    runner systems(other.registry, 0);
    hashes_of(other, systems, 100, 100 + frames_before, 30);
    const result<snapshot> taken = snapshot_from_bytes(bytes);
    REQUIRE(taken);
    const result<restore_report> restored = restore(other.registry, *taken);
    REQUIRE(restored);
    CHECK(restored->restored == other.all.size());
    CHECK(hashes_of(other, systems, taken_at, last_frame, rate) == expected);
}

} // namespace rollback_test
