#include <jounce/components/base/lane_vector.hpp>

#include "support/random_rigs.hpp"
#include "support/slot_memory.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/block/block_data.hpp>

#include <catch2/catch_test_macros.hpp>

#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

using floats = lane_vector<float>;

floats counted(std::size_t count, const slot_handle& slot) {
    floats out(count, arena_allocator<float>(slot));
    std::iota(out.begin(), out.end(), 1.0F);
    return out;
}

bool counts_up(const floats& array) {
    for (std::size_t i = 0; i < array.size(); ++i) {
        if (array[i] != static_cast<float>(i) + 1) {
            return false;
        }
    }
    return true;
}

} // namespace

TEST_CASE("a slot is cut from front to back, a cache line at a time", "[lane-vector]") {
    slot_memory memory(4096);
    const slot_handle slot = memory.slot();
    const floats first = counted(10, slot);
    const floats second = counted(17, slot);
    const floats none = counted(0, slot);
    const floats third = counted(1, slot);
    const auto address = [](const floats& of) {
        return reinterpret_cast<std::uintptr_t>(of.data());
    };
    CHECK(address(first) % lane_slot::alignment == 0);
    CHECK(address(second) - address(first) == lane_slot::share(40));
    CHECK(address(third) - address(second) == lane_slot::share(68));
    CHECK(lane_slot::share(0) == 0);
    CHECK(lane_slot::share(40) >= 64);
    CHECK(lane_slot::share(40) % lane_slot::alignment == 0);
    CHECK(slot->used() ==
          lane_slot::whole(lane_slot::share(40) + lane_slot::share(68) + lane_slot::share(4)));
    CHECK((slot->holds(first.data()) && slot->holds(third.data())));
    CHECK((counts_up(first) && counts_up(second) && counts_up(third)));
}

TEST_CASE("what a slot has no room for is on the heap", "[lane-vector]") {
    slot_memory memory(lane_slot::whole(lane_slot::share(64)));
    const slot_handle slot = memory.slot();
    floats fits = counted(16, slot);
    floats late = counted(1, slot);
    CHECK(slot->holds(fits.data()));
    CHECK_FALSE(slot->holds(late.data()));
    fits.resize(1000, 5); // outgrows its place
    CHECK_FALSE(slot->holds(fits.data()));
    CHECK(fits[15] == 16);
    CHECK(fits[999] == 5);
    CHECK(slot->take(SIZE_MAX) == nullptr);
    CHECK(slot->take(SIZE_MAX - 63) == nullptr);
    CHECK(slot->take(0) == nullptr);
    CHECK_THROWS_AS(floats(fits.max_size() + 1, arena_allocator<float>(slot)), std::length_error);
}

TEST_CASE("copies are on the heap, moves keep their slot", "[lane-vector]") {
    slot_memory here(4096);
    slot_memory there(4096);
    floats array = counted(20, here.slot());
    const float* const place = array.data();

    floats copy = array; // NOLINT: what is tested
    CHECK_FALSE(copy.get_allocator().slot());
    CHECK(counts_up(copy));
    floats moved = std::move(array);
    CHECK(moved.data() == place);
    array = counted(3, there.slot()); // one that was moved from
    CHECK(there.slot()->holds(array.data()));
    array = std::move(moved);
    CHECK(array.data() == place);
    CHECK((array.get_allocator() == arena_allocator<float>(here.slot())));
    CHECK(counts_up(array));
    swap(array, copy);
    CHECK(copy.data() == place);
    copy = array; // takes the numbers, not the place
    CHECK(copy.data() == place);
    CHECK(counts_up(copy));
}

TEST_CASE("a slot ends with the last that keeps it", "[lane-vector]") {
    slot_memory memory(4096);
    {
        floats kept;
        {
            floats array = counted(20, memory.slot());
            const floats empty(arena_allocator<float>(memory.slot()));
            kept = std::move(array);
        }
        CHECK(memory.ends() == 0);
        CHECK(counts_up(kept));
    }
    CHECK(memory.ends() == 1);
}

TEST_CASE("a block takes of a slot what block_bytes says", "[lane-vector][property]") {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        rig_recipe recipe;
        recipe.bones = 1 + static_cast<int>(seed) * 3;
        recipe.stretch = seed % 2 == 0;
        recipe.mode = seed % 3 == 0 ? palette_mode::polar : palette_mode::diagonal;
        const auto kind = random_kind<float>(seed, recipe);
        const std::size_t bytes = lane_slot::whole(block_bytes(kind));
        slot_memory memory(bytes);
        block_data in_slot = make_block_data(kind, memory.slot());
        CHECK(memory.slot()->used() == bytes);
        CHECK(memory.slot()->holds(in_slot.palette.rows.data()));

        block_data on_heap = make_block_data(kind);
        slot_memory small(bytes / 2 / lane_slot::alignment * lane_slot::alignment);
        block_data in_both = make_block_data(kind, small.slot());
        CHECK_FALSE(small.slot()->holds(in_both.palette.rows.data()));
        std::vector<std::uint32_t> numbers[3];
        std::size_t lanes_bytes = 0;
        block_data* const all[3] = {&in_slot, &on_heap, &in_both};
        for (std::size_t i = 0; i < 3; ++i) {
            all[i]->each([&]<class Component>(Component& component) {
                if constexpr (!std::is_same_v<Component, palette>) {
                    visit_lanes(component, [&](std::span<lane<float>> lanes) {
                        lanes_bytes += i == 0 ? lanes.size_bytes() : 0;
                        CHECK((i != 0 || lanes.empty() || memory.slot()->holds(lanes.data())));
                        for (const lane<float>& one : lanes) {
                            for (const float value : one.v) {
                                numbers[i].push_back(std::bit_cast<std::uint32_t>(value));
                            }
                        }
                    });
                }
            });
        }
        CHECK(numbers[0] == numbers[1]);
        CHECK(numbers[2] == numbers[1]);
#if !defined(__SANITIZE_ADDRESS__) // arrays are kept apart there
        // Beginning every array on a cache line costs less than a cache line each.
        lanes_bytes += in_slot.palette.rows.size() * sizeof(palette_row<float>);
        CHECK(bytes <= lanes_bytes + 64 * 41);
        CHECK(bytes >= lanes_bytes);
#endif
    }
}

TEST_CASE("all lanes of a new block rest alike", "[lane-vector]") {
    const auto kind = random_kind<float>(7, {.stretch = true});
    block_data data = make_block_data(kind);
    data.each([&]<class Component>(Component& component) {
        Component again = component;
        for (int lane = 0; lane < lane_count; ++lane) {
            rest_lane(again, kind, lane); // the way a lane is put to rest later
        }
        if constexpr (!std::is_same_v<Component, palette>) {
            std::vector<float> expected;
            visit_lanes(again, [&](std::span<lane<float>> lanes) {
                for (const lane<float>& one : lanes) {
                    expected.insert(expected.end(), one.v, one.v + lane_count);
                }
            });
            std::vector<float> made;
            visit_lanes(component, [&](std::span<lane<float>> lanes) {
                for (const lane<float>& one : lanes) {
                    made.insert(made.end(), one.v, one.v + lane_count);
                }
            });
            CHECK(made == expected);
        }
    });
}
