#include <jounce/systems/sample.hpp>

#include "support/clips.hpp"

#include <jounce/systems/advance_clips.hpp>
#include <jounce/systems/isa.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

using namespace jounce;
using namespace jounce::test;

namespace {

/// How far sampled poses may be from the exact ones: a few roundings of numbers around one.
template <class Real> constexpr double tolerance = sizeof(Real) == 4 ? 3e-6 : 1e-13;

/// Every lane plays one clip at its own time.
block_moment one_clip(const clip& source, double first, double step) {
    block_moment now;
    now.playing = 0xFF;
    for (std::size_t lane = 0; lane < now.lanes.size(); ++lane) {
        now.lanes[lane].layers[0] = {&source, first + static_cast<double>(lane) * step, 1, nullptr};
        now.lanes[lane].override_count = now.lanes[lane].layer_count = 1;
    }
    return now;
}

template <class Real>
double worst_difference(const basic_rig<Real>& rig, const block_moment& now,
                        const basic_local_pose<Real>& pose) {
    double worst = 0;
    for (int lane = 0; lane < lane_count; ++lane) {
        const clip_moment& layer = now.lanes[static_cast<std::size_t>(lane)].layers[0];
        for (std::size_t b = 0; b < rig.parents.size(); ++b) {
            worst = std::max(worst, difference(lane_pose(pose, b, lane),
                                               pose_at(*layer.source, rig, b, layer.time)));
        }
    }
    return worst;
}

template <class Real> std::vector<Real> numbers_of(basic_local_pose<Real>& pose, int of_lane) {
    std::vector<Real> out;
    visit_lanes(pose, [&](std::span<lane<Real>> all) {
        for (const lane<Real>& value : all) {
            out.push_back(value.v[of_lane]);
        }
    });
    return out;
}

/// Also told apart by the sign of zero.
bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](float x, float y) {
        return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
    });
}

/// A rig of bones that stand at random and may scale by axis.
template <class Real> basic_archetype<Real> affine_kind(std::uint32_t seed) {
    rig_recipe recipe;
    recipe.stretch = true;
    return random_kind<Real>(seed, recipe);
}

} // namespace

TEMPLATE_TEST_CASE("every interpolation equals glTF's formulas", "[sample][property]", float,
                   double) {
    const int mode = GENERATE(range(-1, 3));
    const auto seed = static_cast<std::uint32_t>(GENERATE(range(1, 9)));
    const auto kind = affine_kind<TestType>(seed);
    clip_recipe recipe;
    recipe.only_mode = mode;
    recipe.start = seed % 2 == 0 ? 0.25F : 0.0F;
    recipe.shared_times = seed % 3 == 0;
    const clip source = random_clip(seed + 50, kind.rig, recipe);
    REQUIRE(source.tracks.size() > 5);
    auto data = make_block_data(kind);
    // From before the first key to behind the last.
    for (double first = -0.2; first < 1.8; first += 0.071) {
        const block_moment now = one_clip(source, first, 0.0137);
        sample(kind.rig, now, data.local);
        CHECK(worst_difference(kind.rig, now, data.local) < tolerance<TestType>);
    }
}

TEST_CASE("keys are met exactly", "[sample]") {
    const auto kind = affine_kind<float>(3);
    clip source;
    const quat<float> turned = cast<float>(axis_angle(vec3<double>{0.6, 0.8, 0}, 1.0));
    add_track(source, 2, track_target::translation,
              GENERATE(interpolation::step, interpolation::linear), {0.1F, 0.7F, 0.9F},
              {1, 2, 3, 0.3F, 0.7F, -5, 7, 8, 9});
    add_track(source, 3, track_target::rotation, interpolation::step, {0, 1},
              {turned.x, turned.y, turned.z, turned.w, 0, 0, 0, 1});
    auto data = make_block_data(kind);
    sample(kind.rig, one_clip(source, static_cast<double>(0.7F), 0), data.local);
    CHECK(get_lane(data.local.bones[2].translation, 5) == vec3<float>{0.3F, 0.7F, -5});
    const quat<float> q = get_lane(data.local.bones[3].rotation, 5);
    CHECK(std::abs(q.x - turned.x) < 1e-7F);
    // Before the first key and behind the last one.
    sample(kind.rig, one_clip(source, 0, 0), data.local);
    CHECK(get_lane(data.local.bones[2].translation, 1) == vec3<float>{1, 2, 3});
    sample(kind.rig, one_clip(source, 99, 0), data.local);
    CHECK(get_lane(data.local.bones[2].translation, 1) == vec3<float>{7, 8, 9});
}

TEMPLATE_TEST_CASE("rotations turn evenly, whatever the angle", "[sample][slerp]", float, double) {
    const auto kind = affine_kind<TestType>(1);
    const Eigen::Vector3d axis = Eigen::Vector3d(1, -2, 0.5).normalized();
    for (const double angle : {0.0, 1e-9, 1e-6, 1e-4, 0.01, 0.3, 1.0, 1.57, 2.5, 3.0, 3.14, 3.5,
                               5.0, 6.28}) { // over half a turn: the short way is the other one
        const Eigen::Quaterniond to(Eigen::AngleAxisd(angle, axis));
        clip source;
        std::vector<float> values;
        append(values, {0, 0, 0, 1, to.x(), to.y(), to.z(), to.w()});
        add_track(source, 0, track_target::rotation, interpolation::linear, {0, 1}, values);
        const Eigen::Quaterniond stored(
            static_cast<double>(values[7]), static_cast<double>(values[4]),
            static_cast<double>(values[5]), static_cast<double>(values[6]));
        auto data = make_block_data(kind);
        for (double time = 0; time < 1; time += 0.083) {
            sample(kind.rig, one_clip(source, time, 0), data.local);
            const Eigen::Quaterniond found = to_eigen(get_lane(data.local.bones[0].rotation, 4));
            // Where it points, not only how far: an angle is found better through the arc's tangent.
            const double short_angle = 2 * std::atan2(stored.vec().norm(), std::abs(stored.w()));
            const Eigen::Vector3d way =
                (stored.w() < 0 ? -1.0 : 1.0) *
                (stored.vec().norm() > 0 ? stored.vec().normalized().eval() : axis);
            const Eigen::Quaterniond expected(Eigen::AngleAxisd(time * short_angle, way));
            CAPTURE(angle, time);
            CHECK(2 * (found.coeffs() - expected.coeffs()).norm() <
                  (sizeof(TestType) == 4 ? 1e-6 : 2e-7 * (angle > 0 ? 1 : 0) + 1e-14));
            CHECK(std::abs(found.norm() - 1) < (sizeof(TestType) == 4 ? 2e-7 : 1e-15));
        }
    }
}

TEST_CASE("what no clip moves is at rest exactly", "[sample]") {
    rig_recipe recipe;
    recipe.stretch = GENERATE(false, true);
    const auto kind = random_kind<float>(11, recipe);
    auto data = make_block_data(kind);
    const auto resting = make_block_data(kind);
    dice roll(4);
    sway_all(data.local, kind, roll); // something else was there before
    clip source;
    add_track(source, 4, track_target::translation, interpolation::linear, {0, 1},
              {0, 0, 0, 1, 2, 3});
    block_moment now = one_clip(source, 0.5, 0);
    // Shares that do not sum to one exactly, and an additive layer.
    now.lanes[2].layers[0].weight = 0.3F;
    now.lanes[2].layers[1] = {nullptr, 0, 0.7F, nullptr};
    now.lanes[2].layers[2] = {&source, 0, 0.4F, nullptr};
    now.lanes[2].override_count = 2;
    now.lanes[2].layer_count = 3;
    sample(kind.rig, now, data.local);
    for (int lane = 0; lane < lane_count; ++lane) {
        for (std::size_t b = 0; b < data.local.bones.size(); ++b) {
            transform<float> expected = kind.rig.rest_local[b];
            const transform<float> found = get_lane(data.local.bones[b], lane);
            if (b == 4) {
                CHECK_FALSE(found.translation == expected.translation);
                expected.translation = found.translation;
            }
            CHECK(found == expected);
            if (recipe.stretch) {
                CHECK(get_lane(data.local.stretch[b], lane) == kind.rig.rest_stretch[b]);
            }
        }
    }
}

TEST_CASE("scale by axis goes to the stretch, or to its mean", "[sample]") {
    rig_recipe recipe;
    recipe.stretch = GENERATE(false, true);
    const auto kind = random_kind<double>(5, recipe);
    auto data = make_block_data(kind);
    clip source;
    add_track(source, 1, track_target::scale, interpolation::linear, {0, 1}, {0.5F, 1, 3, 0, 0, 0});
    const loose_pose rest = rest_of(kind.rig, 1);
    sample(kind.rig, one_clip(source, 0, 0), data.local);
    const double mean = (0.5 / rest.scale.x() + 1 / rest.scale.y() + 3 / rest.scale.z()) / 3;
    const double scale = kind.rig.rest_local[1].scale * mean;
    CHECK(std::abs(data.local.bones[1].scale.v[3] - scale) < 1e-14);
    if (recipe.stretch) {
        const Eigen::Vector3d found = lane_pose(data.local, 1, 3).scale;
        CHECK((found - Eigen::Vector3d(0.5, 1, 3)).norm() < 1e-14);
    } else {
        CHECK(std::abs(scale - 1.5) < 1e-14); // the mean of the three
    }
    SECTION("down to nothing") {
        sample(kind.rig, one_clip(source, 1, 0), data.local);
        CHECK(lane_pose(data.local, 1, 3).scale.norm() == 0);
        sample(kind.rig, one_clip(source, 1 - 1e-9, 0), data.local);
        CHECK(lane_pose(data.local, 1, 3).scale.allFinite());
        CHECK(lane_pose(data.local, 1, 3).scale.norm() < 1e-8);
    }
}

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
