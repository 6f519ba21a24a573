#include <jounce/systems/pose/palette.hpp>

#include "support/eigen.hpp"
#include "support/random_rigs.hpp"
#include "support/step.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <algorithm>

using namespace jounce;
using namespace jounce::test;

namespace {

/// Largest difference between what the palette says and bone times inverse bind.
template <class Real>
double palette_error(const basic_character_kind<Real>& kind, std::uint32_t seed) {
    auto data = make_block_data(kind);
    dice roll(seed + 50);
    double error = 0;
    for (int frame = 0; frame < 3; ++frame) {
        sway_all(data.local, kind, roll);
        step(kind, data, Real(1.0 / 60));
    }
    for (int lane = 0; lane < lane_count; ++lane) {
        for (std::size_t j = 0; j < kind.bind.joints.size(); ++j) {
            const bind_joint<Real>& joint = kind.bind.joints[j];
            const auto b = static_cast<std::size_t>(joint.bone);
            Eigen::Matrix4d bone = to_eigen(get_lane(data.transforms.bones[b], lane));
            if (kind.rig.is_affine) {
                bone.topLeftCorner<3, 3>() = to_eigen(get_lane(data.transforms.linear[b], lane));
            }
            const Eigen::Matrix4d expected = bone * to_eigen(joint.inverse_bind);
            const Eigen::Matrix4d found =
                to_eigen(palette_matrix(data.palette, lane, static_cast<std::int32_t>(j)));
            error = std::max(error, (found - expected).norm() / expected.norm());
        }
    }
    return error;
}

} // namespace

TEMPLATE_TEST_CASE("the palette says what bone times inverse bind says", "[palette][property]",
                   float, double) {
    const auto seed = static_cast<std::uint32_t>(GENERATE(range(1, 16)));
    rig_recipe recipe;
    SECTION("uniform scale, diagonal") {}
    SECTION("uniform scale, polar") { recipe.mode = palette_mode::polar; }
    SECTION("scale by axis with shear, polar") {
        recipe.stretch = true;
        recipe.mode = palette_mode::polar;
    }
    SECTION("uniform scale, matrix") { recipe.mode = palette_mode::matrix; }
    SECTION("mirrored, with shear, matrix") {
        recipe.stretch = true;
        recipe.mirror = true;
        recipe.mode = palette_mode::matrix;
    }
    SECTION("mirrored, with shear, polar") {
        recipe.stretch = true;
        recipe.mirror = true;
        recipe.mode = palette_mode::polar;
    }
    const auto kind = random_kind<TestType>(seed, recipe);
    CHECK(palette_error(kind, seed) < (sizeof(TestType) == 4 ? 3e-5 : 1e-12));
}

TEST_CASE("shear does not fit the diagonal mode", "[palette]") {
    rig_recipe recipe;
    recipe.stretch = true;
    CHECK(palette_error(random_kind<double>(3, recipe), 3) > 0.05);
}

TEMPLATE_TEST_CASE("scale along the model's axes fits the diagonal mode, mirrored too", "[palette]",
                   float, double) {
    rig_builder bones;
    bones.allow_non_uniform_scale();
    rig_builder::joint joint;
    joint.name = "bone";
    joint.tail = {0, 1, 0};
    bones.add(joint);
    basic_character_kind<TestType> kind;
    kind.rig = *bones.build<TestType>();
    kind.bind = make_rest_bind(kind.rig);
    auto data = make_block_data(kind);
    const vec3<TestType> stretch =
        GENERATE(vec3<TestType>{2, 3, 0.5}, vec3<TestType>{-2, 1, 1}, vec3<TestType>{1, -1, 3},
                 vec3<TestType>{-1, -2, -3}, vec3<TestType>{1, 0, 1});
    set_lane(data.local.stretch[0], 4, stretch);
    dice roll(9);
    set_lane(data.local.bones[0].rotation, 4, cast<TestType>(roll.rotation()));
    step(kind, data, TestType(0.02));
    const Eigen::Matrix3d found = to_eigen(palette_matrix(data.palette, 4, 0).linear);
    const Eigen::Matrix3d expected = to_eigen(get_lane(data.transforms.linear[0], 4));
    CHECK((found - expected).norm() < (sizeof(TestType) == 4 ? 1e-6 : 1e-14));
}

TEST_CASE("polar mode of a flattened bone is finite and exact", "[palette]") {
    rig_builder bones;
    bones.allow_non_uniform_scale();
    rig_builder::joint joint;
    joint.name = "bone";
    joint.rotation = axis_angle(vec3<double>{0, 0, 1}, 0.7);
    joint.tail = {0, 1, 0};
    bones.add(joint);
    basic_character_kind<float> kind;
    kind.rig = *bones.build<float>();
    kind.bind = make_rest_bind(kind.rig, palette_mode::polar);
    auto data = make_block_data(kind);
    set_lane(data.local.stretch[0], 0, {0, 1, 2});
    set_lane(data.local.stretch[0], 1, {0, 0, 0});
    step(kind, data, 0.02F);
    const Eigen::Matrix4d bind = to_eigen(kind.bind.joints[0].inverse_bind);
    for (int lane = 0; lane < 2; ++lane) {
        const Eigen::Matrix3d expected =
            to_eigen(get_lane(data.transforms.linear[0], lane)) * bind.topLeftCorner<3, 3>();
        const Eigen::Matrix3d found = to_eigen(palette_matrix(data.palette, lane, 0).linear);
        CHECK((found - expected).norm() < 1e-5);
    }
}

TEST_CASE("palette quaternions are unit, half turns included", "[palette]") {
    rig_builder bones;
    bones.allow_non_uniform_scale();
    rig_builder::joint joint;
    joint.name = "bone";
    joint.tail = {0, 1, 0};
    bones.add(joint);
    basic_character_kind<float> kind;
    kind.rig = *bones.build<float>();
    kind.bind = make_rest_bind(kind.rig, GENERATE(palette_mode::diagonal, palette_mode::polar));
    auto data = make_block_data(kind);
    const quat<float> half_turns[] = {{1, 0, 0, 0},       {0, 1, 0, 0},        {0, 0, 1, 0},
                                      {0.6F, 0.8F, 0, 0}, {0, -0.6F, 0.8F, 0}, {0.6F, 0, -0.8F, 0},
                                      {0, 0, 0, 1},       {0, 0, 0, -1}};
    for (int lane = 0; lane < lane_count; ++lane) {
        set_lane(data.local.bones[0].rotation, lane, half_turns[lane]);
    }
    step(kind, data, 0.02F);
    for (int lane = 0; lane < lane_count; ++lane) {
        const float* q = data.palette.lane_rows(lane)[0].v;
        const Eigen::Quaterniond found = to_eigen(quat<float>{q[0], q[1], q[2], q[3]});
        CHECK(std::abs(found.norm() - 1) < 1e-6);
        CHECK(found.angularDistance(to_eigen(half_turns[lane])) < 1e-6);
    }
}
