#include <jounce/systems/pose/palette.hpp>

#include "support/random_rigs.hpp"
#include "support/slot_memory.hpp"
#include "support/step.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <cstring>

using namespace jounce;
using namespace jounce::test;

namespace {

bool same_rows(const palette& a, const palette& b) {
    for (int lane = 0; lane < lane_count; ++lane) {
        const std::size_t bytes =
            static_cast<std::size_t>(a.rows_per_lane()) * sizeof(palette_row<float>);
        if (std::memcmp(a.lane_rows(lane), b.lane_rows(lane), bytes) != 0) {
            return false;
        }
    }
    return true;
}

} // namespace

TEST_CASE("palettes that go past the caches have the same bits", "[palette]") {
    // Joints that fill their last cache line, and joints that do not.
    const int bones = GENERATE(1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 64);
    const bool sheared = GENERATE(false, true);
    rig_recipe recipe;
    recipe.bones = bones;
    recipe.stretch = sheared;
    recipe.mode =
        sheared ? palette_mode::polar : GENERATE(palette_mode::diagonal, palette_mode::polar);
    const character_kind kind = random_kind<float>(static_cast<std::uint32_t>(bones), recipe);
    CAPTURE(kind.bind.joints.size(), sheared);
    block_data data = make_block_data(kind);
    dice roll(5);
    sway_all(data.local, kind, roll);
    step(kind, data, 1.0F / 60);

    slot_memory memory(lane_slot::whole(block_bytes(kind)));
    block_data in_slot = make_block_data(kind, memory.slot());
    REQUIRE(memory.slot()->holds(in_slot.palette.rows.data()));
    for (const isa_level level : supported_isa_levels()) {
        const isa_level before = active_isa();
        REQUIRE(select_isa(level));
        palette_rows(kind.bind, data.transforms, data.palette);
        std::fill(in_slot.palette.rows.begin(), in_slot.palette.rows.end(), palette_row<float>{});
        stream_palette_rows(kind.bind, data.transforms, in_slot.palette);
        finish_streams();
        CHECK(same_rows(data.palette, in_slot.palette));
        select_isa(before);
    }

    // Rows of a host's own that do not begin on a cache line.
    palette own = data.palette;
    own.rows.reserve(own.rows.size() + 4);
    own.rows.insert(own.rows.begin(), palette_row<float>{});
    std::fill(own.rows.begin(), own.rows.end(), palette_row<float>{{7, 7, 7, 7}});
    own.rows.pop_back();
    stream_palette_rows(kind.bind, data.transforms, own);
    palette_rows(kind.bind, data.transforms, data.palette);
    CHECK(same_rows(data.palette, own));
}

TEST_CASE("lanes of a palette begin on cache lines", "[palette]") {
    palette rows;
    rows.joint_count = GENERATE(0, 1, 2, 3, 4, 5, 50, 64);
    rows.mode = GENERATE(palette_mode::diagonal, palette_mode::polar);
    CHECK(rows.lane_stride() >= rows.rows_per_lane());
    CHECK(rows.lane_stride() < rows.rows_per_lane() + 4);
    CHECK(rows.lane_stride() * static_cast<std::ptrdiff_t>(sizeof(palette_row<float>)) % 64 == 0);
}
