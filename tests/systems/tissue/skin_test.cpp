#include "systems/tissue/limb.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/systems/skin/displace_skin.hpp>

#include <catch2/catch_test_macros.hpp>

#include <Eigen/Dense>

#include <random>

namespace {

using namespace jounce;
using namespace jounce::test;

tissue_set flesh() { return *limb_kind()->tissue; }

} // namespace

TEST_CASE("Skin is moved by the weights of its handles", "[tissue][skin]") {
    const tissue_set set = flesh();
    const tissue::baked_tissue& baked = golden_limb().baked;
    std::mt19937 random(5);
    std::normal_distribution<float> some(0, 0.01F);
    std::vector<vec3<float>> moved;
    for (std::size_t h = 0; h < baked.handles.size(); ++h) {
        moved.push_back({some(random), some(random), some(random)});
    }
    std::vector<vec3<float>> positions(baked.vertex_first.size() - 1);
    std::vector<vec3<float>> normals(positions.size(), vec3<float>{0, 0.6F, 0.8F});
    displace_skin<float>(set, moved, positions, normals);
    for (std::size_t v = 0; v < positions.size(); ++v) {
        Eigen::Vector3d wanted = Eigen::Vector3d::Zero();
        Eigen::Matrix3d f = Eigen::Matrix3d::Identity();
        for (std::uint32_t i = baked.vertex_first[v]; i < baked.vertex_first[v + 1]; ++i) {
            const tissue::handle_weight& w = baked.vertex_weights[i];
            const vec3<float>& p = moved[w.handle];
            const Eigen::Vector3d phi = Eigen::Vector3f(p.x, p.y, p.z).cast<double>();
            wanted += w.weight * phi;
            f += phi * Eigen::RowVector3d(w.gradient.x, w.gradient.y, w.gradient.z);
        }
        // The normal of a surface goes with the inverse transpose.
        const Eigen::Vector3d n =
            (f.inverse().transpose() * Eigen::Vector3d(0, 0.6, 0.8)).normalized();
        CHECK(std::abs(wanted.x() - static_cast<double>(positions[v].x)) < 1e-7);
        CHECK(std::abs(wanted.y() - static_cast<double>(positions[v].y)) < 1e-7);
        CHECK(std::abs(wanted.z() - static_cast<double>(positions[v].z)) < 1e-7);
        CHECK(std::abs(n.x() - static_cast<double>(normals[v].x)) < 1e-5);
        CHECK(std::abs(n.y() - static_cast<double>(normals[v].y)) < 1e-5);
        CHECK(std::abs(n.z() - static_cast<double>(normals[v].z)) < 1e-5);
    }
}

TEST_CASE("Skin whose flesh is at rest keeps its bits", "[tissue][skin]") {
    const tissue_set set = flesh();
    const std::vector<vec3<float>> none(static_cast<std::size_t>(set.handle_count));
    std::vector<vec3<float>> positions(set.vertex_first.size() - 1, vec3<float>{0.1F, -0.3F, 0.7F});
    std::vector<vec3<float>> normals(positions.size(), vec3<float>{0, 1, 0});
    displace_skin<float>(set, none, positions, normals);
    CHECK(positions.front() == vec3<float>{0.1F, -0.3F, 0.7F});
    CHECK(normals.back() == vec3<float>{0, 1, 0});
}
