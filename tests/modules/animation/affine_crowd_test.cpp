#include "support/affine_crowd.hpp"

#include <jounce/modules/crowd/snapshot.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <set>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr int taken_at = 30;
constexpr int last_frame = 70;

std::vector<std::uint64_t> expected_hashes(int first = 0) {
    affine_crowd crowd;
    runner systems(crowd.registry, 0);
    std::vector<std::uint64_t> all = crowd.run(systems, 0, last_frame);
    return {all.begin() + 2 * first, all.end()};
}

} // namespace

TEST_CASE("decomposed characters give the same bits on any workers", "[affine][determinism]") {
    const std::vector<std::uint64_t> expected = expected_hashes();
    CHECK(std::set<std::uint64_t>(expected.begin(), expected.end()).size() == expected.size());
    for (const schedule order : {schedule::by_block, schedule::by_system}) {
        for (const int workers : {0, 1, 2, 3, 8}) {
            CAPTURE(workers, static_cast<int>(order));
            affine_crowd crowd;
            runner systems(crowd.registry, workers, order);
            CHECK(crowd.run(systems, 0, last_frame) == expected);
        }
    }
}

TEST_CASE("moving to other lanes does not disturb decomposed characters", "[affine]") {
    const std::vector<std::uint64_t> expected = expected_hashes();
    affine_crowd crowd;
    runner systems(crowd.registry, 2);
    std::vector<std::uint64_t> found = crowd.run(systems, 0, taken_at);
    CHECK(compact(crowd.registry) > 0);
    const std::vector<std::uint64_t> later = crowd.run(systems, taken_at, last_frame);
    found.insert(found.end(), later.begin(), later.end());
    CHECK(found == expected);
}

TEST_CASE("decomposed characters are rolled back", "[affine][rollback]") {
    const std::vector<std::uint64_t> expected = expected_hashes(taken_at);
    affine_crowd crowd;
    runner systems(crowd.registry, GENERATE(0, 3));
    crowd.run(systems, 0, taken_at);
    const snapshot taken = take_snapshot(crowd.registry);
    CHECK(crowd.run(systems, taken_at, last_frame) == expected);
    REQUIRE(restore(crowd.registry, taken));
    CHECK(crowd.run(systems, taken_at, last_frame) == expected);
    SECTION("through bytes, into another registry") {
        const result<snapshot> read = snapshot_from_bytes(to_bytes(taken));
        REQUIRE(read);
        affine_crowd other;
        runner other_systems(other.registry, 0);
        other.run(other_systems, 0, 7);
        REQUIRE(restore(other.registry, *read));
        CHECK(other.run(other_systems, taken_at, last_frame) == expected);
    }
}

TEST_CASE("a change of level does not disturb affine joints", "[affine][lod]") {
    affine_crowd crowd;
    affine_crowd other;
    runner systems(crowd.registry, 0);
    runner other_systems(other.registry, 0);
    for (int frame = 0; frame < 50; ++frame) {
        if (frame % 10 == 5) {
            for (std::size_t i = 0; i < crowd.all.size(); i += 2) {
                set_level(crowd.registry, crowd.all[i], (frame / 10) % 4);
            }
        }
        crowd.run(systems, frame, frame + 1);
        other.run(other_systems, frame, frame + 1);
        for (std::size_t i = 0; i < crowd.all.size(); ++i) {
            const auto found = palette_of(crowd.registry, crowd.all[i]);
            const auto expected = palette_of(other.registry, other.all[i]);
            REQUIRE(found.size() == expected.size());
            const character& at = crowd.registry.get<character>(crowd.all[i]);
            const std::int32_t affine = crowd.registry.get<block>(at.block).kind->affine_joints;
            for (std::size_t row = 0; row < static_cast<std::size_t>(affine) * 3; ++row) {
                REQUIRE(std::equal(found[row].v, found[row].v + 4, expected[row].v));
            }
        }
    }
}
