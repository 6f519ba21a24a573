#include <jounce/systems/pose/lane_palette.hpp>

#include "support/random_rigs.hpp"
#include "support/step.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

using namespace jounce;
using namespace jounce::test;

TEST_CASE("palettes of one character at a time have the bits of eight at once", "[palette]") {
    const int bones = GENERATE(1, 7, 8, 9, 15, 16, 31, 64);
    const bool sheared = GENERATE(false, true);
    rig_recipe recipe;
    recipe.bones = bones;
    recipe.stretch = sheared;
    recipe.mode = GENERATE(palette_mode::diagonal, palette_mode::polar, palette_mode::matrix);
    const character_kind kind = random_kind<float>(static_cast<std::uint32_t>(bones), recipe);
    CAPTURE(kind.bind.joints.size(), sheared, static_cast<int>(recipe.mode));
    block_data data = make_block_data(kind);
    dice roll(5);
    sway_all(data.local, kind, roll);
    step(kind, data, 1.0F / 60);

    palette one = data.palette;
    const std::size_t bytes =
        static_cast<std::size_t>(one.rows_per_lane()) * sizeof(palette_row<float>);
    const isa_level before = active_isa();
    for (const isa_level level : supported_isa_levels()) {
        REQUIRE(select_isa(level));
        palette_rows(kind.bind, data.transforms, data.palette);
        for (int lane = 0; lane < lane_count; ++lane) {
            CAPTURE(isa_name(level), lane);
            std::fill(one.rows.begin(), one.rows.end(), palette_row<float>{});
            lane_palette_rows(kind.bind, data.transforms, lane, one);
            CHECK(std::memcmp(one.lane_rows(lane), data.palette.lane_rows(lane), bytes) == 0);
            const palette_row<float>* other = one.lane_rows((lane + 1) % lane_count);
            CHECK((bones < lane_count || std::all_of(other, other + one.rows_per_lane(),
                                                     [](const palette_row<float>& row) {
                                                         return row.v[0] == 0 && row.v[3] == 0;
                                                     })));
        }
    }
    select_isa(before);
}
