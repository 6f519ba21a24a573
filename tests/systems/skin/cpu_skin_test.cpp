#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include "support/eigen.hpp"
#include "support/random_rigs.hpp"
#include "support/step.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <numbers>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

/// Two bones along y, every vertex on one of them or half on each.
struct arm {
    basic_character_kind<float> kind;
    block_data data;
    skinned_mesh mesh;
    std::vector<vec3<float>> positions, normals;

    explicit arm(palette_mode mode, const quat<double>& rest = {0, 0, 0, 1}) {
        rig_builder bones;
        bones.allow_non_uniform_scale();
        for (int b = 0; b < 2; ++b) {
            rig_builder::joint joint;
            joint.name = b == 0 ? "upper" : "lower";
            joint.parent = b - 1;
            joint.rotation = b == 0 ? rest : quat<double>{};
            joint.translation = {0, b * 1.0, 0};
            joint.tail = {0, 1, 0};
            bones.add(joint);
        }
        kind.rig = *bones.build<float>();
        kind.bind = make_rest_bind(kind.rig, mode);
        data = make_block_data(kind);
    }
    void add_vertex(const vec3<float>& at, float lower_weight) {
        mesh.positions.push_back(at);
        mesh.normals.push_back({0.6F, 0, 0.8F});
        if (mesh.first_influence.empty()) {
            mesh.first_influence.push_back(0);
        }
        mesh.influences.push_back({0, 1 - lower_weight});
        mesh.influences.push_back({1, lower_weight});
        mesh.first_influence.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
    }
    void skin(skin_method method, int lane = 0) {
        step(kind, data, 0.02F);
        positions.resize(mesh.positions.size());
        normals.resize(mesh.positions.size());
        cpu_skin<float>(method, data.palette, lane, mesh, positions, normals);
    }
    /// Bone times inverse bind, by matrices.
    Eigen::Matrix4d matrix(std::size_t bone, int lane = 0) const {
        return to_matrix4(to_eigen(get_lane(data.transforms.linear[bone], lane)),
                          to_eigen(get_lane(data.transforms.bones[bone], lane).translation)) *
               to_eigen(kind.bind.joints[bone].inverse_bind);
    }
};

void expect_matrix_skinning(const arm& a) {
    for (std::size_t v = 0; v < a.mesh.positions.size(); ++v) {
        const std::size_t bone = a.mesh.influences[2 * v].weight > 0.5F ? 0 : 1;
        const Eigen::Matrix4d m = a.matrix(bone);
        CHECK((apply(m, to_eigen(a.mesh.positions[v])) - to_eigen(a.positions[v])).norm() < 1e-5);
        const Eigen::Matrix3d linear = m.topLeftCorner<3, 3>();
        const Eigen::Vector3d normal =
            (linear.inverse().transpose() * to_eigen(a.mesh.normals[v])).normalized();
        CHECK((normal - to_eigen(a.normals[v])).norm() < 1e-5);
    }
}

} // namespace

TEST_CASE("on one bone both methods equal matrix skinning", "[cpu_skin]") {
    const auto method = GENERATE(skin_method::linear, skin_method::dual_quaternion);
    const auto mode = GENERATE(palette_mode::diagonal, palette_mode::polar, palette_mode::matrix);
    arm a(mode);
    a.add_vertex({0.3F, 0.5F, -0.2F}, 0);
    a.add_vertex({-0.3F, 1.5F, 0.2F}, 1);
    SECTION("turned and moved") {
        set_lane(a.data.local.bones[0], 0,
                 {cast<float>(axis_angle(vec3<double>{0.6, 0.8, 0}, 2.0)), {1, 2, 3}, 1});
    }
    SECTION("half a turn") {
        set_lane(a.data.local.bones[0].rotation, 0, {0, 0, 1, 0});
        set_lane(a.data.local.bones[1].rotation, 0, {1, 0, 0, 0});
    }
    SECTION("scaled along the axes") { set_lane(a.data.local.stretch[1], 0, {2, 0.5F, 3}); }
    SECTION("mirrored") { set_lane(a.data.local.stretch[0], 0, {-1, 1, 1}); }
    SECTION("mirrored along another axis") { set_lane(a.data.local.stretch[1], 0, {1, 1, -2}); }
    a.skin(method);
    expect_matrix_skinning(a);
}

TEST_CASE("scale along joint axes that are not the model's needs the polar mode", "[cpu_skin]") {
    const quat<double> rest = axis_angle(vec3<double>{0.6, 0, 0.8}, 0.9);
    for (const palette_mode mode : {palette_mode::polar, palette_mode::diagonal}) {
        arm a(mode, rest);
        a.add_vertex({0.3F, 0.5F, -0.2F}, 0);
        set_lane(a.data.local.stretch[0], 0, {3, 1, 0.5F});
        a.skin(skin_method::dual_quaternion);
        if (mode == palette_mode::polar) {
            expect_matrix_skinning(a);
        } else {
            const Eigen::Vector3d expected = apply(a.matrix(0), to_eigen(a.mesh.positions[0]));
            CHECK((expected - to_eigen(a.positions[0])).norm() > 0.05);
        }
    }
}

TEST_CASE("twisting collapses linear skinning but not dual quaternions", "[cpu_skin]") {
    arm a(palette_mode::diagonal);
    a.add_vertex({0.5F, 1, 0}, 0.5F);
    const double angle = std::numbers::pi - 1e-3;
    set_lane(a.data.local.bones[1].rotation, 0,
             cast<float>(axis_angle(vec3<double>{0, 1, 0}, angle)));
    const auto radius = [&] { return std::hypot(a.positions[0].x, a.positions[0].z); };
    a.skin(skin_method::linear);
    CHECK(radius() < 1e-3F);
    a.skin(skin_method::dual_quaternion);
    CHECK(std::abs(radius() - 0.5F) < 1e-5F);
}

TEST_CASE("the sign of a palette quaternion does not matter", "[cpu_skin]") {
    arm a(palette_mode::diagonal);
    a.add_vertex({0.5F, 1, 0.1F}, 0.3F);
    a.add_vertex({0.5F, 1, 0.1F}, 0.7F);
    set_lane(a.data.local.bones[1].rotation, 0,
             cast<float>(axis_angle(vec3<double>{0.6, 0, 0.8}, 1.2)));
    a.skin(skin_method::dual_quaternion);
    const std::vector<vec3<float>> before = a.positions;
    for (std::size_t row = 3; row < 5; ++row) { // real and dual part of the second joint
        for (float& value : a.data.palette.rows[row].v) {
            value = -value;
        }
    }
    cpu_skin<float>(skin_method::dual_quaternion, a.data.palette, 0, a.mesh, a.positions,
                    a.normals);
    for (std::size_t v = 0; v < before.size(); ++v) {
        CHECK((to_eigen(before[v]) - to_eigen(a.positions[v])).norm() < 1e-6);
    }
}

TEST_CASE("vertices without influences stay where they are under dual quaternions", "[cpu_skin]") {
    arm a(palette_mode::diagonal);
    a.mesh.positions = {{1, 2, 3}};
    a.mesh.first_influence = {0, 0};
    a.skin(skin_method::dual_quaternion);
    CHECK(a.positions[0] == vec3<float>{1, 2, 3});
}
