// Compressed models of others against their uncompressed originals.

#include "support/shown_model.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/gltf/extensions.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

namespace jounce::test {
namespace {

std::filesystem::path asset(const char* name) {
    const char* folder = std::getenv("JOUNCE_ASSETS_DIR");
    if (folder == nullptr || !std::filesystem::exists(std::filesystem::path(folder) / name)) {
        SKIP("JOUNCE_ASSETS_DIR does not name a folder with compressed models");
    }
    return std::filesystem::path(folder) / name;
}

gltf::model read(const std::filesystem::path& file) {
    auto found = gltf::read_model(file);
    if (!found) {
        FAIL(found.error().message);
    }
    return *std::move(found);
}

double farthest(const std::vector<vec3<float>>& from, const std::vector<vec3<float>>& to) {
    double worst = 0;
    for (const vec3<float>& a : from) {
        double nearest = 1e30;
        for (const vec3<float>& b : to) {
            nearest = std::min(nearest, length(cast<double>(a) - cast<double>(b)));
        }
        worst = nearest <= worst ? worst : nearest;
    }
    return worst;
}

double extent_of(const std::vector<vec3<float>>& points) {
    vec3<float> low = points.front();
    vec3<float> high = low;
    for (const vec3<float>& p : points) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    return length(cast<double>(high) - cast<double>(low));
}

} // namespace

TEST_CASE("Draco models of others move as their originals do", "[gltf][assets][draco]") {
    if (!gltf::has_draco()) {
        SKIP("jounce was built without Draco");
    }
    const std::pair<const char*, const char*> pairs[] = {
        {"RiggedSimple.glb", "compressed/RiggedSimple-glTF-Draco/RiggedSimple.gltf"},
        {"RiggedFigure.glb", "compressed/RiggedFigure-glTF-Draco/RiggedFigure.gltf"}};
    for (const auto& [plain_name, packed_name] : pairs) {
        INFO(packed_name);
        shown_model plain(read(asset(plain_name)));
        shown_model packed(read(asset(packed_name)));
        CHECK(packed.model().warnings.empty());
        CHECK(packed.model().meshes[0].triangles.size() ==
              plain.model().meshes[0].triangles.size());
        for (int i = -1; i < 6; ++i) {
            const double time = 0.2 * i;
            plain.show(i < 0 ? -1 : 0, time);
            packed.show(i < 0 ? -1 : 0, time);
            const std::vector<vec3<float>> a = plain.positions(0);
            const std::vector<vec3<float>> b = packed.positions(0);
            // Positions of 11 bits or more, weights of 8: a bend may add as much again.
            const double allowed = 2e-3 * extent_of(a);
            CHECK(farthest(a, b) <= allowed);
            CHECK(farthest(b, a) <= allowed);
        }
    }
}

TEST_CASE("Draco models of others have the shapes of their originals", "[gltf][assets][draco]") {
    if (!gltf::has_draco()) {
        SKIP("jounce was built without Draco");
    }
    const gltf::model box = read(asset("compressed/Box-glTF-Draco/Box.gltf"));
    REQUIRE(box.meshes.size() == 1);
    CHECK(box.meshes[0].vertices.positions.size() == 24);
    CHECK(box.meshes[0].triangles.size() == 36);
    for (std::size_t v = 0; v < 24; ++v) {
        const vec3<float>& at = box.meshes[0].vertices.positions[v];
        const vec3<float>& facing = box.meshes[0].vertices.normals[v];
        CHECK(std::abs(std::abs(at.x) - 0.5F) < 1e-3F);
        CHECK(std::abs(std::abs(at.y) - 0.5F) < 1e-3F);
        CHECK(std::abs(std::abs(at.z) - 0.5F) < 1e-3F);
        CHECK(std::abs(dot(facing, at) - 0.5F) < 1e-2F); // outward, along an axis
    }
    const gltf::model morphs =
        read(asset("compressed/MorphPrimitivesTest-glTF-Draco/MorphPrimitivesTest.gltf"));
    REQUIRE(morphs.meshes.size() == 2);
    for (const gltf::mesh& mesh : morphs.meshes) {
        REQUIRE(mesh.morphs.size() == 1);
        CHECK(mesh.morphs[0].positions.size() == mesh.vertices.positions.size());
    }
}

TEST_CASE("every cube of the meshopt test is the same cube", "[gltf][assets][meshopt]") {
    const gltf::model read_in =
        read(asset("compressed/MeshoptCubeTest-glTF-Meshopt/MeshoptCubeTest.gltf"));
    CHECK(read_in.warnings.empty());
    std::size_t cubes = 0;
    for (const gltf::mesh& mesh : read_in.meshes) {
        if (mesh.vertices.positions.size() != 24) {
            continue; // a label
        }
        INFO(mesh.name);
        ++cubes;
        CHECK(mesh.triangles.size() == 36);
        const affine<double>& place =
            read_in.joints[mesh.vertices.influences[0].joint].inverse_bind;
        CHECK(length(place.translation) == 0); // rigid: vertices are in the node's own frame
        const double half = extent_of(mesh.vertices.positions) / (2 * std::sqrt(3.0));
        for (std::size_t v = 0; v < 24; ++v) {
            const vec3<double> at = cast<double>(mesh.vertices.positions[v]);
            for (const double axis : {at.x, at.y, at.z}) {
                CHECK(std::abs(std::abs(axis) - half) < 2e-3 * half);
            }
            if (!mesh.vertices.normals.empty()) {
                const vec3<double> facing = cast<double>(mesh.vertices.normals[v]);
                CHECK(std::abs(dot(facing, at) / half - 1) < 3e-2);
            }
        }
    }
    CHECK(cubes >= 20);
}

} // namespace jounce::test
