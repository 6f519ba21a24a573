#include "support/affine_box.hpp"

#include <jounce/modules/rig/displace_rest.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstring>

using namespace jounce;
using namespace jounce::test;

namespace {

/// A flat grid in the plane of x and z, every vertex of it twice if it has a seam.
struct grid {
    skinned_mesh mesh;
    std::vector<std::uint32_t> triangles;

    explicit grid(bool seam) {
        for (int half = 0; half < 2; ++half) {
            const auto first = static_cast<std::uint32_t>(mesh.positions.size());
            const int columns = seam ? 5 : 9;
            for (int x = 0; x < columns; ++x) {
                for (int z = 0; z < 5; ++z) {
                    mesh.positions.push_back(
                        {static_cast<float>(x + 4 * half), 0, static_cast<float>(z)});
                    mesh.normals.push_back({0, 1, 0});
                }
            }
            for (std::uint32_t x = 0; x + 1 < static_cast<std::uint32_t>(columns); ++x) {
                for (std::uint32_t z = 0; z + 1 < 5; ++z) {
                    const std::uint32_t a = first + 5 * x + z;
                    triangles.insert(triangles.end(), {a, a + 1, a + 5, a + 5, a + 1, a + 6});
                }
            }
            if (!seam) {
                break;
            }
        }
    }
};

/// A slope along x: y = x / 2.
std::vector<vec3<float>> slope(const skinned_mesh& mesh) {
    std::vector<vec3<float>> out;
    for (const vec3<float>& p : mesh.positions) {
        out.push_back({0, 0.5F * p.x, 0});
    }
    return out;
}

bool near(const vec3<float>& a, const vec3<double>& b) {
    return length(cast<double>(a) - b) < 1e-6;
}

} // namespace

TEST_CASE("a mesh that is not displaced keeps its bits", "[affine][edit]") {
    const skinned_mesh mesh = box_mesh();
    const std::vector<vec3<float>> none(mesh.positions.size());
    const result<skinned_mesh> same = displace_rest(mesh, box_triangles(), none);
    REQUIRE(same);
    CHECK(same->positions == mesh.positions);
    CHECK(same->normals == mesh.normals);
}

TEST_CASE("normals turn with the surface", "[affine][edit]") {
    const grid flat(false);
    const result<skinned_mesh> tilted = displace_rest(flat.mesh, flat.triangles, slope(flat.mesh));
    REQUIRE(tilted);
    const vec3<double> expected = {-1 / std::sqrt(5.0), 2 / std::sqrt(5.0), 0};
    for (std::size_t v = 0; v < tilted->normals.size(); ++v) {
        CHECK(near(tilted->normals[v], expected));
        CHECK(tilted->positions[v] == flat.mesh.positions[v] + slope(flat.mesh)[v]);
    }
}

TEST_CASE("seams stay closed and hard edges hard", "[affine][edit]") {
    grid sewn(true);
    std::vector<vec3<float>> roof = slope(sewn.mesh);
    for (std::size_t v = 0; v < roof.size(); ++v) {
        const float x = sewn.mesh.positions[v].x; // the ridge is at the seam, x = 4
        roof[v].y = x <= 4 ? 0.5F * x : 0.5F * (8 - x);
    }
    SECTION("the same normal on both sides: one smooth surface") {
        const result<skinned_mesh> bent = displace_rest(sewn.mesh, sewn.triangles, roof);
        REQUIRE(bent);
        for (std::size_t z = 1; z < 4; ++z) {
            CHECK(bent->normals[20 + z] == bent->normals[25 + z]);
            CHECK(std::abs(bent->normals[20 + z].x) < 1e-6F);
        }
    }
    SECTION("different normals: an edge, each side turns alone") {
        for (std::size_t v = 25; v < 50; ++v) {
            sewn.mesh.normals[v] = {0, 0.999F, 0};
        }
        const result<skinned_mesh> bent = displace_rest(sewn.mesh, sewn.triangles, roof);
        REQUIRE(bent);
        CHECK(bent->normals[21].x < -0.4F);
        CHECK(bent->normals[26].x > 0.4F);
    }
}

TEST_CASE("odd surfaces keep usable normals", "[affine][edit]") {
    const grid flat(false);
    std::vector<vec3<float>> onto(flat.mesh.positions.size());
    for (std::size_t v = 0; v < onto.size(); ++v) {
        onto[v] = -1.0F * flat.mesh.positions[v];
    }
    const result<skinned_mesh> point = displace_rest(flat.mesh, flat.triangles, onto);
    REQUIRE(point);
    CHECK(point->normals == flat.mesh.normals); // no surface is left to follow
    for (std::size_t v = 0; v < onto.size(); ++v) {
        onto[v] = {-2 * flat.mesh.positions[v].x, 0, 0};
    }
    const result<skinned_mesh> turned = displace_rest(flat.mesh, flat.triangles, onto);
    REQUIRE(turned);
    CHECK(near(turned->normals[7], {0, -1, 0})); // inside out
    skinned_mesh bare = flat.mesh;
    bare.normals.clear();
    CHECK(displace_rest(bare, flat.triangles, onto)->normals.empty());
    CHECK(displace_rest(flat.mesh, {}, onto)->normals == flat.mesh.normals);
}

TEST_CASE("displacements that do not fit are refused", "[affine][edit][bad-input]") {
    const grid flat(false);
    std::vector<vec3<float>> by(flat.mesh.positions.size());
    std::vector<std::uint32_t> triangles = flat.triangles;
    by.pop_back();
    CHECK(displace_rest(flat.mesh, triangles, by).error().name == errors::bad_count);
    by.push_back({0, std::nanf(""), 0});
    CHECK(displace_rest(flat.mesh, triangles, by).error().name == errors::not_finite);
    by.back() = {};
    triangles[4] = 45;
    CHECK(displace_rest(flat.mesh, triangles, by).error().name == errors::bad_index);
    triangles.pop_back();
    CHECK(displace_rest(flat.mesh, triangles, by).error().name == errors::bad_count);
}
