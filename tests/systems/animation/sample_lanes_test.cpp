#include <jounce/systems/animation/sample.hpp>

#include "support/clip_moments.hpp"

#include <jounce/systems/simd/isa.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace jounce;
using namespace jounce::test;

TEMPLATE_TEST_CASE("override layers are averaged, additive ones add what is not rest",
                   "[sample][blend]", float, double) {
    const auto seed = static_cast<std::uint32_t>(GENERATE(range(1, 6)));
    const auto kind = affine_kind<TestType>(seed);
    const clip a = random_clip(seed, kind.rig);
    const clip b = random_clip(seed + 10, kind.rig);
    const clip c = random_clip(seed + 20, kind.rig);
    block_moment now = one_clip(a, 0.4, 0.05);
    for (character_moment& who : now.lanes) {
        who.layers[0].weight = 0.25F;
        who.layers[1] = {&b, 0.7, 0.75F, nullptr};
        who.layers[2] = {&c, 0.3, 0.5F, nullptr};
        who.override_count = 2;
        who.layer_count = 3;
    }
    auto data = make_block_data(kind);
    sample(kind.rig, now, data.local);
    for (int lane = 0; lane < lane_count; ++lane) {
        for (std::size_t bone = 0; bone < kind.rig.parents.size(); ++bone) {
            const loose_pose rest = rest_of(kind.rig, bone);
            const loose_pose of_a = pose_at(a, kind.rig, bone, 0.4 + 0.05 * lane);
            const loose_pose of_b = pose_at(b, kind.rig, bone, 0.7);
            const loose_pose of_c = pose_at(c, kind.rig, bone, 0.3);
            loose_pose expected;
            expected.translation = 0.25 * of_a.translation + 0.75 * of_b.translation +
                                   0.5 * (of_c.translation - rest.translation);
            expected.scale = (0.25 * of_a.scale + 0.75 * of_b.scale).array() *
                             (0.5 + 0.5 * of_c.scale.array() / rest.scale.array());
            const double side = of_a.rotation.dot(of_b.rotation) < 0 ? -1 : 1;
            const Eigen::Vector4d sum =
                0.25 * of_a.rotation.coeffs() + 0.75 * side * of_b.rotation.coeffs();
            const Eigen::Quaterniond base = Eigen::Quaterniond(sum).normalized();
            Eigen::Vector4d extra = (rest.rotation.conjugate() * of_c.rotation).coeffs();
            extra *= extra.w() < 0 ? -1 : 1;
            const Eigen::Vector4d part = 0.5 * Eigen::Vector4d(0, 0, 0, 1) + 0.5 * extra;
            expected.rotation = base * Eigen::Quaterniond(part).normalized();
            // Where two rotations are nearly half a turn apart, either side is right.
            if (std::abs(of_a.rotation.dot(of_b.rotation)) > 1e-4 && extra.w() > 1e-4) {
                CHECK(difference(lane_pose(data.local, bone, lane), expected) <
                      4 * tolerance<TestType>);
            }
        }
    }
}

TEST_CASE("a lane's bits do not depend on the others", "[sample][determinism]") {
    const auto kind = affine_kind<float>(8);
    std::vector<clip> clips;
    for (std::uint32_t i = 0; i < 5; ++i) {
        clip_recipe recipe;
        recipe.tracked = 0.3;
        clips.push_back(random_clip(i + 1, kind.rig, recipe));
    }
    const isa_level before = active_isa();
    for (const isa_level level : supported_isa_levels()) {
        REQUIRE(select_isa(level));
        dice roll(9);
        for (int round = 0; round < 20; ++round) {
            character_moment who;
            who.layer_count = roll.whole(0, 4);
            who.override_count = roll.whole(0, who.layer_count);
            for (clip_moment& layer : who.layers) {
                layer = {&clips[static_cast<std::size_t>(roll.whole(0, 4))], roll.number(0, 1.5),
                         static_cast<float>(roll.number(0.1, 1)), nullptr};
            }
            block_moment alone;
            alone.playing = 1;
            alone.lanes[0] = who;
            auto expected = make_block_data(kind);
            sample(kind.rig, alone, expected.local);
            block_moment crowded = one_clip(clips[0], 0.2, 0.1);
            for (character_moment& other : crowded.lanes) {
                other.layer_count = 4;
                other.override_count = roll.whole(0, 4);
                for (clip_moment& layer : other.layers) {
                    layer = {&clips[static_cast<std::size_t>(roll.whole(0, 4))],
                             roll.number(0, 1.5), 0.25F, nullptr};
                }
            }
            const int lane = roll.whole(0, 7);
            crowded.lanes[static_cast<std::size_t>(lane)] = who;
            auto found = make_block_data(kind);
            sample(kind.rig, crowded, found.local);
            CHECK(same_bits(numbers_of(found.local, lane), numbers_of(expected.local, 0)));
        }
    }
    select_isa(before);
}

TEST_CASE("portable levels give the same bits", "[sample][determinism]") {
    const isa_level before = active_isa();
    if (!select_isa(isa_level::v3)) {
        SKIP("this CPU or build has one portable level only");
    }
    const auto kind = affine_kind<float>(8);
    clip_recipe recipe;
    recipe.only_mode = GENERATE(0, 1, 2);
    const clip a = random_clip(3, kind.rig, recipe);
    const clip b = random_clip(4, kind.rig, recipe);
    block_moment now = one_clip(a, 0.1, 0.15);
    for (character_moment& who : now.lanes) {
        who.layers[0].weight = 0.6F;
        who.layers[1] = {&b, 0.33, 0.4F, nullptr};
        who.layers[2] = {&b, 0.77, 0.3F, nullptr};
        who.override_count = 2;
        who.layer_count = 3;
    }
    auto wide = make_block_data(kind);
    sample(kind.rig, now, wide.local);
    REQUIRE(select_isa(isa_level::v2));
    auto narrow = make_block_data(kind);
    sample(kind.rig, now, narrow.local);
    select_isa(before);
    for (int lane = 0; lane < lane_count; ++lane) {
        CHECK(same_bits(numbers_of(wide.local, lane), numbers_of(narrow.local, lane)));
    }
}

TEST_CASE("lanes that do not play are left alone", "[sample]") {
    const auto kind = affine_kind<float>(8);
    const clip source = random_clip(1, kind.rig);
    auto data = make_block_data(kind);
    dice roll(4);
    sway_all(data.local, kind, roll);
    auto before = data.local;
    block_moment now = one_clip(source, 0.3, 0.1);
    now.playing = 0b00100100;
    sample(kind.rig, now, data.local);
    for (int lane = 0; lane < lane_count; ++lane) {
        const bool same = same_bits(numbers_of(before, lane), numbers_of(data.local, lane));
        CHECK(same == (lane != 2 && lane != 5));
    }
}

TEST_CASE("remembered keys change nothing, however wrong they are", "[sample][search]") {
    const auto kind = affine_kind<float>(2);
    clip_recipe recipe;
    recipe.keys = GENERATE(1, 2, 3, 40);
    recipe.shared_times = GENERATE(false, true);
    const clip source = random_clip(6, kind.rig, recipe);
    std::vector<std::uint32_t> found_keys(source.tracks.size() * lane_count, 0);
    dice roll(3);
    auto with = make_block_data(kind);
    auto without = make_block_data(kind);
    double time = 0;
    for (int frame = 0; frame < 300; ++frame) {
        // On, back, jumps, and now and then what is left of another clip.
        time = frame % 50 == 49 ? roll.number(-0.5, 2) : time + (frame < 150 ? 0.016 : -0.03);
        if (frame % 70 == 69) {
            for (std::uint32_t& key : found_keys) {
                key = frame % 140 == 69 ? std::numeric_limits<std::uint32_t>::max()
                                        : static_cast<std::uint32_t>(roll.whole(0, 100));
            }
        }
        block_moment now = one_clip(source, time, 0.01);
        sample(kind.rig, now, without.local);
        for (std::size_t lane = 0; lane < now.lanes.size(); ++lane) {
            now.lanes[lane].layers[0].found_keys = found_keys.data() + lane * source.tracks.size();
        }
        sample(kind.rig, now, with.local);
        for (int lane = 0; lane < lane_count; ++lane) {
            REQUIRE(same_bits(numbers_of(with.local, lane), numbers_of(without.local, lane)));
        }
    }
}

TEST_CASE("keys at the same time jump", "[sample][search]") {
    const auto kind = affine_kind<float>(2);
    clip source;
    add_track(source, 0, track_target::translation, interpolation::linear, {0, 1, 1, 1, 2},
              {0, 0, 0, 1, 1, 1, 5, 5, 5, 7, 7, 7, 9, 9, 9});
    auto data = make_block_data(kind);
    const auto x_at = [&](double time) {
        sample(kind.rig, one_clip(source, time, 0), data.local);
        return data.local.bones[0].translation.x.v[0];
    };
    CHECK(x_at(0.999) < 1.0F);
    CHECK(x_at(1) == 7.0F);
    CHECK(x_at(1.5) == 8.0F);
}

TEST_CASE("a clip for another rig is harmless", "[sample][bad-input]") {
    const auto kind = affine_kind<float>(2);
    clip source = random_clip(1, kind.rig);
    auto data = make_block_data(kind);
    const auto rest = make_block_data(kind);
    for (track& one : source.tracks) {
        one.bone += 100;
    }
    source.tracks.front().bone = -7;
    sample(kind.rig, one_clip(source, 0.3, 0.1), data.local);
    CHECK(get_lane(data.local.bones[5], 3) == get_lane(rest.local.bones[5], 3));
}
