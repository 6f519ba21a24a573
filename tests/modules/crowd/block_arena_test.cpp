#include <jounce/modules/crowd/block_arena.hpp>

#include "support/random_rigs.hpp"

#include <jounce/modules/crowd/block_components.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/solver_list.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/systems/block_system.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20U;

std::shared_ptr<const character_kind> some_kind(std::uint32_t seed, int bones = 12) {
    rig_recipe recipe;
    recipe.bones = bones;
    return std::make_shared<const character_kind>(random_kind<float>(seed, recipe));
}

/// Writes all of a slot, so that slots that overlap are seen.
void fill(const slot_handle& slot, unsigned char with) {
    const std::size_t rest = slot->size() - slot->used();
    if (void* const memory = slot->take(rest)) {
        std::memset(memory, with, rest);
    }
}

} // namespace

TEST_CASE("slots are apart, large enough and used again", "[arena]") {
    block_arena arena;
    std::vector<slot_handle> slots;
    std::set<const void*> seen;
    for (int i = 0; i < 100; ++i) {
        slots.push_back(arena.take(64 * 1000));
        CHECK(slots.back()->size() == lane_slot::whole(64 * 1000));
        CHECK(reinterpret_cast<std::uintptr_t>(slots.back().get()) % lane_slot::alignment == 0);
        seen.insert(slots.back().get());
    }
    CHECK(seen.size() == 100);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        for (std::size_t k = 0; k < slots.size(); ++k) {
            CHECK((i == k || !slots[i]->holds(slots[k].get())));
        }
        fill(slots[i], static_cast<unsigned char>(i));
    }
    const arena_report full = arena.report();
    CHECK(full.slots == 100);
    CHECK(full.slot_bytes == 100 * lane_slot::whole(64 * 1000));
    CHECK(full.bytes >= full.slot_bytes);
    CHECK(full.bytes < full.slot_bytes + 2 * mebibyte);
    CHECK(full.pieces < 12);
    slots.erase(slots.begin() + 20, slots.begin() + 30);
    for (int i = 0; i < 10; ++i) {
        slots.push_back(arena.take(64 * 1000));
        CHECK(seen.count(slots.back().get()) == 1);
    }
    CHECK(arena.report().pieces == full.pieces);
    CHECK(arena.report().bytes == full.bytes);
}

TEST_CASE("pieces are no larger than few blocks need, and one block may be larger than a piece",
          "[arena]") {
    block_arena arena;
    const slot_handle lone = arena.take(64 * 100);
    CHECK(arena.report().bytes <= lone->size() + 256);
    const slot_handle giant = arena.take(9 * mebibyte);
    CHECK(giant->size() >= 9 * mebibyte);
    CHECK(arena.report().bytes <= lone->size() + giant->size() + 512);
    CHECK(arena.report().pieces == 2);
    std::vector<slot_handle> kinds;
    for (std::size_t i = 1; i <= 50; ++i) {
        kinds.push_back(arena.take(64 * 100 + 64 * i));
    }
    CHECK(arena.report().bytes < arena.report().slot_bytes + 60 * 256);
}

TEST_CASE("pieces go back to the system, but not all at once", "[arena]") {
    block_arena arena;
    std::vector<slot_handle> slots;
    for (int i = 0; i < 2000; ++i) {
        slots.push_back(arena.take(64 * 1000));
    }
    const arena_report full = arena.report();
    CHECK(full.bytes > 120 * mebibyte);
    slots.resize(1000);
    const arena_report half = arena.report();
    CHECK(half.slots == 1000);
    CHECK(half.bytes < half.slot_bytes * 9 / 8 + 3 * mebibyte);
    CHECK(half.empty_bytes > 0);
    CHECK(half.empty_bytes <= half.slot_bytes / 8);
    // Growing by what was kept takes nothing from the system.
    while (arena.report().empty_bytes > 0) {
        slots.push_back(arena.take(64 * 1000));
    }
    CHECK(arena.report().bytes == half.bytes);
    slots.clear();
    CHECK(arena.report().slots == 0);
    CHECK(arena.report().bytes == arena.report().empty_bytes);
    CHECK(arena.report().bytes <= 4 * mebibyte);
    // Empty pieces of kinds that are gone make room as well.
    for (std::size_t kind = 1; kind <= 100; ++kind) {
        arena.take(mebibyte + 64 * kind);
        CHECK(arena.report().bytes <= 6 * mebibyte);
    }
}

TEST_CASE("slots outlive their arena", "[arena]") {
    std::optional<block_arena> arena(std::in_place);
    slot_handle first = arena->take(640);
    slot_handle second = arena->take(640 * 5000);
    fill(first, 1);
    arena.reset();
    fill(second, 2);
    first = {};
    second = {}; // takes the memory along: a leak checker would know
    block_arena moved_to = block_arena();
    block_arena other = std::move(moved_to);
    const slot_handle third = other.take(64);
    moved_to = std::move(other);
    CHECK(moved_to.report().slots == 1);
}

TEST_CASE("a registry may end in any order", "[arena]") {
    const auto kind = some_kind(1);
    std::optional<palette> kept;
    std::vector<palette_row<float>> expected;
    {
        entt::registry registry;
        std::vector<entt::entity> all;
        for (int i = 0; i < 30; ++i) {
            all.push_back(spawn(registry, kind));
        }
        pipeline systems(registry);
        systems.run(1.0F / 60);
        SECTION("as it stands") {}
        SECTION("the arena first") { registry.ctx().erase<block_arena>(); }
        SECTION("components first") { registry.clear<palette, stable_state, local_pose>(); }
        SECTION("a component that somebody took") {
            palette& rows = registry.get<palette>(registry.get<character>(all[5]).block);
            expected.assign(rows.rows.begin(), rows.rows.end());
            kept = std::move(rows);
        }
        SECTION("moved") {
            entt::registry other = std::move(registry);
            CHECK(other.ctx().get<block_arena>().report().slots == 4);
            registry = entt::registry();
        }
    }
    if (kept) {
        REQUIRE(kept->rows.size() == expected.size());
        CHECK(std::memcmp(kept->rows.data(), expected.data(),
                          expected.size() * sizeof(palette_row<float>)) == 0);
    }
}

TEST_CASE("a block has one slot with all its arrays", "[arena]") {
    entt::registry registry;
    const auto small = some_kind(1);
    const auto large = some_kind(2, 60);
    std::vector<entt::entity> all;
    for (int i = 0; i < 20; ++i) {
        all.push_back(spawn(registry, i % 2 == 0 ? small : large));
    }
    const arena_report now = context<block_arena>(registry).report();
    CHECK(now.slots == 4);
    const solver& of = *find_solver(registry, small->springs.solver);
    CHECK(now.slot_bytes == 2 * lane_slot::whole(slot_bytes(of, *small)) +
                                2 * lane_slot::whole(slot_bytes(of, *large)));
    for (const entt::entity e : context<crowd_index>(registry).blocks) {
        const slot_handle slot = registry.get<local_pose>(e).bones.get_allocator().slot();
        REQUIRE(slot);
        CHECK(slot->used() == slot->size());
        CHECK(slot->holds(registry.get<bone_transforms>(e).bones.data()));
        CHECK(slot->holds(registry.get<palette>(e).rows.data()));
    }
    for (const entt::entity who : all) {
        despawn(registry, who);
    }
    CHECK(context<block_arena>(registry).report().slots == 0);
}

TEST_CASE("what an arena takes of the system is known before", "[arena]") {
    constexpr std::size_t shares = 60000;
    constexpr std::size_t count = 500;
    block_arena arena;
    std::vector<slot_handle> slots;
    for (std::size_t i = 0; i < count; ++i) {
        slots.push_back(arena.take(shares));
    }
    const arena_report taken = arena.report();
    const std::size_t predicted = block_arena::system_bytes(shares, count);
    CHECK(predicted >= taken.slot_bytes);
    // Pieces grow to their full size first, and the last one is not full.
    const std::size_t piece = std::size_t{2} << 20U;
    CHECK(predicted < taken.bytes + 2 * piece);
    CHECK(predicted + 2 * piece > taken.bytes);
    CHECK(block_arena::system_bytes(shares, 1) == lane_slot::whole(shares));
}
