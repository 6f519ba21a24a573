#include <jounce/components/block/block_data.hpp>

#include "support/random_rigs.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <set>

using namespace jounce;
using namespace jounce::test;

TEST_CASE("lanes are as wide and as aligned as vector registers want them", "[lanes]") {
    CHECK(sizeof(lane<float>) == 32);
    CHECK(alignof(lane<float>) == 32);
    CHECK(sizeof(lane<double>) == 64);
    CHECK(sizeof(lane_transform<float>) == 8 * sizeof(lane<float>));
    const auto kind = random_kind<float>(1, {});
    const block_data data = make_block_data(kind);
    CHECK(reinterpret_cast<std::uintptr_t>(data.local.bones.data()) % 32 == 0);
}

TEST_CASE("what is set in a lane is read from it and from no other", "[lanes]") {
    lane_transform<float> lanes{};
    const transform<float> value = {{0.5F, -0.5F, 0.5F, 0.5F}, {1, 2, 3}, 4};
    set_lane(lanes, 5, value);
    CHECK(get_lane(lanes, 5) == value);
    CHECK(get_lane(lanes, 4).scale == 0);
    CHECK(get_lane(lanes, 6).translation == vec3<float>{});
}

TEST_CASE("visit_lanes reaches every number of a block", "[lanes]") {
    rig_recipe recipe;
    recipe.stretch = true;
    const auto kind = random_kind<float>(4, recipe);
    block_data data = make_block_data(kind);
    std::set<const float*> seen;
    const auto take = [&](std::span<lane<float>> lanes) {
        for (lane<float>& l : lanes) {
            CHECK(seen.insert(l.v).second);
        }
    };
    visit_lanes(data.local, take);
    visit_lanes(data.rigid, take);
    visit_lanes(data.springs, take);
    visit_lanes(data.dynamic, take);
    visit_lanes(data.transforms, take);
    const std::size_t bones = kind.rig.parents.size();
    const std::size_t affected = kind.springs.affected.size();
    CHECK(seen.size() == bones * (8 + 3) + bones * (8 + 9) + affected * 3 +
                             kind.springs.springs.size() * 9 + 1 + affected * 6 + bones * (8 + 9));
}
