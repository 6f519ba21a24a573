#include <jounce/modules/crowd/snapshot.hpp>

#include "support/caught_assert.hpp"
#include "support/spring_crowd.hpp"

#include <jounce/components/host/spring_control.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <bit>

using namespace jounce;
using namespace jounce::test;

namespace {

spring_crowd moved_crowd(int frames = 9) {
    spring_crowd crowd;
    runner systems(crowd.registry, 0);
    hashes_of(crowd, systems, 0, frames, 60);
    return crowd;
}

/// The format's checksum, to get past it.
void seal(std::vector<std::byte>& bytes) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (std::size_t i = 0; i + 8 < bytes.size(); ++i) {
        hash = (hash ^ std::to_integer<std::uint64_t>(bytes[i])) * 0x100000001b3U;
    }
    for (std::size_t i = 0; i < 8; ++i) {
        bytes[bytes.size() - 8 + i] = static_cast<std::byte>((hash >> (8 * i)) & 0xFFU);
    }
}

std::string error_of(std::span<const std::byte> bytes) {
    const result<snapshot> read = snapshot_from_bytes(bytes);
    return read ? "" : read.error().name;
}

} // namespace

TEST_CASE("a snapshot goes back into what it came from", "[snapshot]") {
    spring_crowd crowd = moved_crowd();
    const std::uint64_t before = state_hash(crowd.registry);
    const double time = context<frame_clock>(crowd.registry).time;
    const snapshot taken = take_snapshot(crowd.registry);
    runner systems(crowd.registry, 0);
    hashes_of(crowd, systems, 9, 20, 60);
    CHECK(state_hash(crowd.registry) != before);
    REQUIRE(restore(crowd.registry, taken));
    CHECK(state_hash(crowd.registry) == before);
    CHECK(context<frame_clock>(crowd.registry).time == time);
    CHECK(context<frame_clock>(crowd.registry).frame == 9);
}

TEST_CASE("who is gone is skipped and who is new is left alone", "[snapshot]") {
    spring_crowd crowd = moved_crowd();
    const snapshot taken = take_snapshot(crowd.registry);
    despawn(crowd.registry, crowd.all[3]);
    despawn(crowd.registry, crowd.all[5]);
    const auto kind =
        crowd.registry.get<block>(crowd.registry.get<character>(crowd.all[0]).block).kind;
    const entt::entity fresh = spawn(crowd.registry, kind);
    crowd.registry.get<stable_state>(crowd.registry.get<character>(fresh).block)
        .springs[0]
        .deflection.x.v[crowd.registry.get<character>(fresh).lane] = 0.125F;
    const std::uint64_t of_fresh = character_hash(crowd.registry, fresh);
    const result<restore_report> report = restore(crowd.registry, taken);
    REQUIRE(report);
    CHECK(report->restored == crowd.all.size() - 2);
    CHECK(report->missing == 2);
    CHECK(report->added == 1);
    CHECK(character_hash(crowd.registry, fresh) == of_fresh);
}

TEST_CASE("requests that the next frame would have seen come back", "[snapshot]") {
    spring_crowd crowd = moved_crowd();
    const auto control = [&](std::size_t i) -> spring_control& {
        return crowd.registry.get<spring_control>(crowd.all[i]);
    };
    control(0).teleport = true;
    control(1).reset = true;
    const snapshot taken = take_snapshot(crowd.registry);
    control(0).teleport = false;
    control(1) = {.weight = 0.5F};
    control(2).teleport = true;
    REQUIRE(restore(crowd.registry, taken));
    CHECK(control(0).teleport);
    CHECK(control(1).reset);
    CHECK(control(1).weight == 0.5F); // the host's own
    CHECK_FALSE(control(2).teleport);
}

TEST_CASE("a snapshot that is used again keeps its memory", "[snapshot]") {
    spring_crowd crowd = moved_crowd();
    snapshot reused = take_snapshot(crowd.registry);
    const float* values = reused.values.data();
    const auto* characters = reused.characters.data();
    const auto* colliders = reused.colliders.data();
    runner systems(crowd.registry, 0);
    hashes_of(crowd, systems, 9, 12, 60);
    take_snapshot(crowd.registry, reused);
    CHECK(reused.values.data() == values);
    CHECK(reused.characters.data() == characters);
    CHECK(reused.colliders.data() == colliders);
    CHECK(to_bytes(reused) == to_bytes(take_snapshot(crowd.registry)));
}

TEST_CASE("kinds of another shape are refused and nothing changes", "[snapshot]") {
    spring_crowd crowd = moved_crowd();
    snapshot taken = take_snapshot(crowd.registry);
    runner systems(crowd.registry, 0);
    hashes_of(crowd, systems, 9, 12, 60);
    const std::uint64_t before = state_hash(crowd.registry);
    std::string expected = "kind_mismatch";
    SECTION("bones") { ++taken.characters.back().shape.bones; }
    SECTION("springs") { --taken.characters.back().shape.springs; }
    SECTION("solver") { ++taken.characters.back().shape.solver; }
    SECTION("colliders") { ++taken.characters.back().shape.colliders; }
    SECTION("level") {
        expected = "bad_snapshot";
        taken.characters.back().level = 4;
    }
    SECTION("counts") {
        expected = "bad_snapshot";
        --taken.characters.back().count;
    }
    SECTION("numbers beyond the end") {
        expected = "bad_snapshot";
        taken.characters.back().first = ~std::uint64_t{0};
    }
    SECTION("list of colliders") {
        expected = "bad_snapshot";
        taken.colliders.clear();
    }
    const result<restore_report> report = restore(crowd.registry, taken);
    REQUIRE_FALSE(report);
    CHECK(report.error().name == expected);
    CHECK(state_hash(crowd.registry) == before);
    CHECK(context<frame_clock>(crowd.registry).frame == 12);
}

TEST_CASE("no snapshot while a frame is computed", "[snapshot]") {
    spring_crowd crowd = moved_crowd();
    const snapshot taken = take_snapshot(crowd.registry);
    context<crowd_index>(crowd.registry).running = true;
    caught_assert caught;
    CHECK(take_snapshot(crowd.registry).characters.empty());
    CHECK(caught.count() == 1);
    const result<restore_report> report = restore(crowd.registry, taken);
    REQUIRE_FALSE(report);
    CHECK(report.error().name == "busy");
}

TEST_CASE("bytes and back", "[snapshot][bytes]") {
    spring_crowd crowd = moved_crowd();
    const std::vector<std::byte> bytes = to_bytes(take_snapshot(crowd.registry));
    const result<snapshot> read = snapshot_from_bytes(bytes);
    REQUIRE(read);
    CHECK(to_bytes(*read) == bytes);
    // Little-endian: the version follows the mark of eight bytes.
    CHECK(bytes[8] == std::byte{8});
    CHECK(bytes[9] == std::byte{0});
    entt::registry empty;
    const result<snapshot> nothing = snapshot_from_bytes(to_bytes(take_snapshot(empty)));
    REQUIRE(nothing);
    CHECK(nothing->characters.empty());
}

TEST_CASE("bytes that are none of ours are refused", "[snapshot][bytes][bad-input]") {
    spring_crowd crowd(6);
    std::vector<std::byte> bytes = to_bytes(take_snapshot(crowd.registry));
    SECTION("any shorter") {
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const std::string name = error_of(std::span(bytes).first(size));
            REQUIRE_FALSE(name.empty());
        }
    }
    SECTION("longer") {
        bytes.push_back({});
        CHECK(error_of(bytes) == "bad_count");
    }
    SECTION("another mark") {
        bytes[0] = std::byte{'J'};
        CHECK(error_of(bytes) == "not_a_snapshot");
    }
    SECTION("another version") {
        bytes[8] = std::byte{1};
        CHECK(error_of(bytes) == "version");
    }
    SECTION("any byte changed") {
        for (std::size_t i = 0; i < bytes.size(); i += 7) {
            bytes[i] ^= std::byte{0x10};
            REQUIRE_FALSE(error_of(bytes).empty());
            bytes[i] ^= std::byte{0x10};
        }
    }
    SECTION("counts that would wrap around or fill the memory") {
        for (const std::size_t at : {12U, 16U, 24U}) {
            std::vector<std::byte> wrong = bytes;
            const std::size_t size = at == 12 ? 4 : 8;
            std::fill_n(wrong.begin() + static_cast<std::ptrdiff_t>(at), size, std::byte{0xFF});
            seal(wrong);
            CHECK(error_of(wrong) == "truncated");
        }
    }
    SECTION("not a number") {
        for (std::size_t i = 1; i <= 4; ++i) {
            bytes[bytes.size() - 8 - i] = std::byte{0xFF};
        }
        seal(bytes);
        CHECK(error_of(bytes) == "bad_number");
    }
}

TEST_CASE("forged numbers are refused or end finite", "[snapshot][bytes][fuzz]") {
    spring_crowd crowd = moved_crowd();
    const std::vector<std::byte> good = to_bytes(take_snapshot(crowd.registry));
    runner systems(crowd.registry, 0);
    dice roll(5);
    int accepted = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<std::byte> bytes = good;
        for (int change = 0; change < 20; ++change) {
            const int at = roll.whole(12, static_cast<int>(bytes.size()) - 9);
            bytes[static_cast<std::size_t>(at)] = static_cast<std::byte>(roll.whole(0, 255));
        }
        seal(bytes);
        const result<snapshot> read = snapshot_from_bytes(bytes);
        if (!read || !restore(crowd.registry, *read)) {
            continue;
        }
        ++accepted;
        hashes_of(crowd, systems, 10, 12, 60);
        for (const entt::entity who : crowd.all) {
            const block& home = crowd.registry.get<block>(crowd.registry.get<character>(who).block);
            if (home.kind->springs.solver != stable_solver) {
                continue;
            }
            for (std::int32_t b = 0; b < home.kind->rig.bone_count(); ++b) {
                const transform<float> bone = bone_of(crowd.registry, who, b);
                REQUIRE(std::isfinite(length(bone.translation)));
                REQUIRE(length(bone.translation) < 10);
            }
        }
    }
    CHECK(accepted > 20);
}
