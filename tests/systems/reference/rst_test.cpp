#include <jounce/systems/reference/reference_pose.hpp>

#include "support/eigen.hpp"
#include "support/random_rigs.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <algorithm>
#include <cmath>

using namespace jounce;
using namespace jounce::test;

namespace {

template <class Real> struct single {
    basic_character_kind<Real> kind;
    basic_block_data<Real> data;
};

/// One spring bone with a turned and scaled frame, resting from head to tail.
template <class Real>
single<Real> single_bone(const vec3<double>& arm, spring_transform output, std::uint32_t seed = 1) {
    dice roll(seed);
    rig_builder bones;
    rig_builder::joint joint;
    joint.name = "bone";
    joint.rotation = roll.rotation();
    joint.translation = {0.3, -0.2, 0.9};
    joint.scale = {1.25, 1.25, 1.25};
    joint.tail = arm;
    bones.add(joint);
    spring_settings settings;
    settings.output = output;
    reference_builder springs;
    springs.add("bone", settings);
    single<Real> s;
    s.kind.rig = *bones.build<Real>();
    s.kind.springs = *springs.build(s.kind.rig);
    s.data = make_block_data(s.kind);
    return s;
}

/// The map from rest to now for a bone that runs from head to tail.
template <class Real>
Eigen::Matrix4d rest_to_now(single<Real>& s, const Eigen::Vector3d& head,
                            const Eigen::Vector3d& tail) {
    const auto real = [](double v) { return static_cast<Real>(v); };
    set_lane(s.data.dynamic.heads[0], 2, {real(head.x()), real(head.y()), real(head.z())});
    set_lane(s.data.dynamic.tails[0], 2, {real(tail.x()), real(tail.y()), real(tail.z())});
    reference_pose(s.kind.rig, s.kind.springs, s.data.rigid, s.data.dynamic, s.data.transforms);
    return to_eigen(get_lane(s.data.transforms.bones[0], 2)) *
           to_eigen(s.kind.rig.rest_model[0]).inverse();
}

template <class Real> void expect_maps(single<Real>& s, const Eigen::Vector3d& bone, double e) {
    const Eigen::Vector3d rest_head = to_eigen(s.kind.rig.rest_head[0]);
    const Eigen::Vector3d rest_tail = to_eigen(s.kind.rig.rest_tail[0]);
    const Eigen::Vector3d head(0.1, 0.2, 0.3);
    const Eigen::Matrix4d m = rest_to_now(s, head, head + bone);
    CHECK((apply(m, rest_head) - head).norm() < e);
    CHECK((apply(m, rest_tail) - (head + bone)).norm() < e);
    const double scale = bone.norm() / (rest_tail - rest_head).norm();
    const Eigen::Matrix3d linear = m.topLeftCorner<3, 3>();
    const Eigen::Matrix3d square = linear.transpose() * linear;
    CHECK((square - scale * scale * Eigen::Matrix3d::Identity()).norm() <
          e * std::max(1.0, scale * scale));
    CHECK(linear.determinant() > 0);
}

} // namespace

TEMPLATE_TEST_CASE("rst maps the rest bone onto the dynamic one", "[rst][property]", float,
                   double) {
    const double e = sizeof(TestType) == 4 ? 5e-6 : 1e-14;
    const auto seed = static_cast<std::uint32_t>(GENERATE(range(1, 101)));
    auto s = single_bone<TestType>({0.4, 0.1, -0.2}, spring_transform::rotate_scale, seed);
    dice roll(seed);
    expect_maps(s, to_eigen(roll.vector(1)), e);
}

TEMPLATE_TEST_CASE("rst turns a bone that points backwards", "[rst]", float, double) {
    const double e = sizeof(TestType) == 4 ? 5e-6 : 1e-14;
    // Along every axis, where the perpendicular is hardest to find, and between.
    for (const vec3<double>& arm :
         {vec3<double>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {1, 1, 1}, {0.9, 0.1, 0}}) {
        auto s = single_bone<TestType>(arm, spring_transform::rotate_scale);
        const Eigen::Vector3d rest =
            to_eigen(s.kind.rig.rest_tail[0]) - to_eigen(s.kind.rig.rest_head[0]);
        expect_maps(s, -rest, e);
        // Next to backwards the tail may be off by what rounding makes of the small angle.
        for (const double off : {1e-3, 1e-5, 1e-7, 1e-9}) {
            expect_maps(s, -rest + off * rest.unitOrthogonal(),
                        sizeof(TestType) == 4 ? 2e-4 : 1e-8);
        }
    }
}

TEST_CASE("rst of a bone without length is finite and keeps the rest direction", "[rst]") {
    auto s = single_bone<float>({0, 1, 0}, spring_transform::rotate_scale);
    const Eigen::Vector3d head(0.1, 0.2, 0.3);
    rest_to_now(s, head, head);
    const transform<float> t = get_lane(s.data.transforms.bones[0], 2);
    CHECK(t.scale == 0.0F);
    CHECK(to_eigen(t.rotation).angularDistance(to_eigen(s.kind.rig.rest_model[0].rotation)) < 1e-6);
    CHECK((to_eigen(t.translation) - head).norm() < 1e-7);
}

TEST_CASE("translate mode moves by the tail's displacement", "[rst]") {
    auto s = single_bone<double>({0, 0.5, 0}, spring_transform::translate);
    const Eigen::Vector3d rest_tail = to_eigen(s.kind.rig.rest_tail[0]);
    const Eigen::Vector3d by(0.5, -2, 3);
    const Eigen::Matrix4d m = rest_to_now(s, {9, 9, 9}, rest_tail + by);
    CHECK((m.topLeftCorner<3, 3>() - Eigen::Matrix3d::Identity()).norm() < 1e-14);
    CHECK((m.topRightCorner<3, 1>() - by).norm() < 1e-14);
}

TEST_CASE("rst of an affine rig carries the rest stretch along", "[rst]") {
    rig_recipe recipe;
    recipe.stretch = true;
    recipe.spring_fraction = 1;
    const auto kind = random_kind<double>(11, recipe);
    auto data = make_block_data(kind);
    dice roll(5);
    for (lane_vec3<double>& tail : data.dynamic.tails) {
        set_lane(tail, 0, roll.vector(1));
    }
    reference_pose(kind.rig, kind.springs, data.rigid, data.dynamic, data.transforms);
    for (const basic_spring<double>& spring : kind.springs.springs) {
        const auto b = static_cast<std::size_t>(spring.bone);
        const auto slot = static_cast<std::size_t>(spring.slot);
        const Eigen::Matrix4d now =
            to_matrix4(to_eigen(get_lane(data.transforms.linear[b], 0)),
                       to_eigen(get_lane(data.transforms.bones[b], 0).translation));
        const Eigen::Matrix4d rest =
            to_matrix4(to_eigen(kind.rig.rest_linear[b]), to_eigen(kind.rig.rest_head[b]));
        const Eigen::Matrix4d m = now * rest.inverse();
        CHECK((apply(m, to_eigen(kind.rig.rest_tail[b])) -
               to_eigen(get_lane(data.dynamic.tails[slot], 0)))
                  .norm() < 1e-12);
    }
}
