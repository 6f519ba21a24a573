// What must hold for any rig, any springs and any motion.

#include "support/random_rigs.hpp"
#include "support/step.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <cmath>
#include <cstring>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

/// All numbers of one lane that the pipeline computed, as bits.
template <class Real> std::vector<Real> lane_values(basic_block_data<Real>& data, int i) {
    std::vector<Real> out;
    const auto take = [&](std::span<lane<Real>> lanes) {
        for (const lane<Real>& value : lanes) {
            out.push_back(value.v[i]);
        }
    };
    visit_lanes(data.rigid, take);
    visit_lanes(data.springs, take);
    visit_lanes(data.dynamic, take);
    visit_lanes(data.transforms, take);
    for (std::int32_t row = 0; row < data.palette.rows_per_lane(); ++row) {
        const palette_row<Real>& r = data.palette.lane_rows(i)[row];
        out.insert(out.end(), std::begin(r.v), std::end(r.v));
    }
    return out;
}

template <class Real> bool same_bits(const std::vector<Real>& a, const std::vector<Real>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Real)) == 0;
}

constexpr int frames = 20;

/// Lane l plays motion `motions[l]` for some frames.
block_data play(const character_kind& kind, const std::vector<std::uint32_t>& motions) {
    block_data data = make_block_data(kind);
    std::vector<dice> rolls;
    for (const std::uint32_t motion : motions) {
        rolls.emplace_back(motion);
    }
    for (int frame = 0; frame < frames; ++frame) {
        for (int lane = 0; lane < lane_count; ++lane) {
            sway_lane(data.local, kind, lane, rolls[static_cast<std::size_t>(lane)]);
        }
        step(kind, data, 1.0F / 60);
    }
    return data;
}

rig_recipe recipe_of(std::uint32_t seed) {
    rig_recipe recipe;
    recipe.bones = 6 + static_cast<int>(seed) % 20;
    recipe.stretch = seed % 2 == 0;
    recipe.mode = seed % 4 < 2 ? palette_mode::diagonal : palette_mode::polar;
    return recipe;
}

} // namespace

TEMPLATE_TEST_CASE("the rest pose is a fixed point", "[property]", float, double) {
    const auto seed = static_cast<std::uint32_t>(GENERATE(range(1, 21)));
    const auto kind = random_kind<TestType>(seed, recipe_of(seed));
    auto data = make_block_data(kind);
    for (int frame = 0; frame < 100; ++frame) {
        step(kind, data, TestType(1.0 / 60));
    }
    // Rounding of fk is all that may drive the springs.
    const double tolerance = sizeof(TestType) == 4 ? 2e-4 : 1e-12;
    for (std::size_t a = 0; a < kind.springs.affected.size(); ++a) {
        const auto b = static_cast<std::size_t>(kind.springs.affected[a].bone);
        const vec3<TestType> tail = get_lane(data.dynamic.tails[a], 6);
        const double off = static_cast<double>(length(tail - kind.rig.rest_tail[b]));
        const double size = 1 + static_cast<double>(length(kind.rig.rest_tail[b]));
        CHECK(off < tolerance * size);
    }
}

TEST_CASE("bones that are no springs equal forward kinematics to the bit", "[property]") {
    const auto seed = static_cast<std::uint32_t>(GENERATE(range(1, 21)));
    const auto kind = random_kind<float>(seed, recipe_of(seed));
    block_data data = play(kind, {1, 2, 3, 4, 5, 6, 7, 8});
    std::vector<bool> is_spring(kind.rig.parents.size());
    for (const basic_spring<float>& spring : kind.springs.springs) {
        is_spring[static_cast<std::size_t>(spring.bone)] = true;
    }
    for (std::size_t b = 0; b < is_spring.size(); ++b) {
        if (!is_spring[b]) {
            CHECK(std::memcmp(&data.transforms.bones[b], &data.rigid.bones[b],
                              sizeof(lane_transform<float>)) == 0);
        }
    }
}

TEST_CASE("lanes do not influence each other", "[property]") {
    const auto seed = static_cast<std::uint32_t>(GENERATE(range(1, 21)));
    const auto kind = random_kind<float>(seed, recipe_of(seed));
    block_data first = play(kind, {1, 2, 3, 4, 5, 6, 7, 8});
    block_data other = play(kind, {9, 2, 10, 11, 12, 13, 14, 15});
    CHECK(same_bits(lane_values(first, 1), lane_values(other, 1)));
    CHECK_FALSE(same_bits(lane_values(first, 0), lane_values(other, 0)));

    // Not even when they have gone mad.
    block_data poisoned = make_block_data(kind);
    dice roll(2);
    for (int frame = 0; frame < frames; ++frame) {
        sway_lane(poisoned.local, kind, 1, roll);
        for (lane_transform<float>& bone : poisoned.local.bones) {
            bone.translation.x.v[0] = std::nanf("");
            bone.translation.x.v[7] = INFINITY;
        }
        step(kind, poisoned, 1.0F / 60);
    }
    CHECK(same_bits(lane_values(first, 1), lane_values(poisoned, 1)));
}

TEST_CASE("a permutation of characters permutes results", "[property]") {
    const auto seed = static_cast<std::uint32_t>(GENERATE(range(1, 11)));
    const auto kind = random_kind<float>(seed, recipe_of(seed));
    block_data straight = play(kind, {1, 2, 3, 4, 5, 6, 7, 8});
    block_data mixed = play(kind, {4, 8, 1, 6, 2, 5, 3, 7});
    const int now_at[] = {2, 4, 6, 0, 5, 3, 7, 1};
    for (int lane = 0; lane < lane_count; ++lane) {
        CHECK(same_bits(lane_values(straight, lane), lane_values(mixed, now_at[lane])));
    }
}

TEST_CASE("portable levels give the same bits, the fast one nearly", "[property][isa]") {
    const isa_level before = active_isa();
    if (!select_isa(isa_level::v2) || !select_isa(isa_level::v3)) {
        SKIP("this machine has one level only");
    }
    const auto seed = static_cast<std::uint32_t>(GENERATE(range(1, 11)));
    const auto kind = random_kind<float>(seed, recipe_of(seed));
    block_data v3 = play(kind, {1, 2, 3, 4, 5, 6, 7, 8});
    select_isa(isa_level::v2);
    block_data v2 = play(kind, {1, 2, 3, 4, 5, 6, 7, 8});
    for (int lane = 0; lane < lane_count; ++lane) {
        CHECK(same_bits(lane_values(v2, lane), lane_values(v3, lane)));
    }
    if (select_isa(isa_level::v3fma)) {
        block_data fast = play(kind, {1, 2, 3, 4, 5, 6, 7, 8});
        double off = 0;
        for (std::size_t a = 0; a < kind.springs.affected.size(); ++a) {
            off = std::max(off, static_cast<double>(length(get_lane(fast.dynamic.tails[a], 3) -
                                                           get_lane(v3.dynamic.tails[a], 3))));
        }
        CHECK(off < 1e-2);
        // If not a bit differs, contraction was not on.
        CHECK_FALSE(same_bits(lane_values(fast, 3), lane_values(v3, 3)));
    }
    select_isa(before);
}

TEST_CASE("isa levels have names that lead back to them", "[isa]") {
    for (const isa_level level : supported_isa_levels()) {
        CHECK(isa_from_name(isa_name(level)) == level);
    }
    CHECK_FALSE(isa_from_name("v9"));
    CHECK_FALSE(supported_isa_levels().empty());
}
