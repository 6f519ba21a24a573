#include <jounce/systems/animation/sample.hpp>

#include "support/clip_moments.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

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

TEST_CASE("slerp is exact to the last digits between rotations of exact unit length",
          "[sample][slerp]") {
    const auto kind = affine_kind<double>(1);
    // A third, a half, and no turn from none: numbers that float holds exactly.
    const std::vector<std::pair<std::vector<float>, double>> turns = {
        {{0.5F, 0.5F, 0.5F, 0.5F}, 1 / 3.0}, {{1, 0, 0, 0}, 0.5}, {{0, 0, 0, -1}, 0.0}};
    for (const auto& [to, share_of_turn] : turns) {
        clip source;
        std::vector<float> values = {0, 0, 0, 1};
        values.insert(values.end(), to.begin(), to.end());
        add_track(source, 0, track_target::rotation, interpolation::linear, {0, 1}, values);
        auto data = make_block_data(kind);
        for (double time = 0; time < 1; time += 0.03125) {
            sample(kind.rig, one_clip(source, time, 0), data.local);
            const double half = time * share_of_turn * std::numbers::pi;
            const Eigen::Vector3d axis(static_cast<double>(to[0]), static_cast<double>(to[1]),
                                       static_cast<double>(to[2]));
            Eigen::Vector4d expected(0, 0, 0, std::cos(half));
            if (axis.norm() > 0) {
                expected.head<3>() = std::sin(half) * axis.normalized();
            }
            const Eigen::Vector4d found =
                to_eigen(get_lane(data.local.bones[0].rotation, 6)).coeffs();
            CHECK((found - expected).norm() < 1e-15);
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
