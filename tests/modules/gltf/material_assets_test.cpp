// Files that others made to try renderers; skipped where they are not.

#include "modules/gltf/surface_reading.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/images/decode_image.hpp>
#include <jounce/modules/surface/make_tangents.hpp>

#include <catch2/catch_approx.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

namespace jounce::test {
namespace {

using Catch::Approx;

gltf::model asset(const std::string& name) {
    const char* folder = std::getenv("JOUNCE_ASSETS_DIR");
    const std::filesystem::path file =
        std::filesystem::path(folder == nullptr ? "" : folder) / "materials" / name;
    if (folder == nullptr || !std::filesystem::exists(file)) {
        SKIP("JOUNCE_ASSETS_DIR does not name a folder with materials/" << name);
    }
    if (!can_decode(image_format::png) || !can_decode(image_format::jpeg)) {
        SKIP("this jounce was built without libpng or libjpeg");
    }
    auto read = gltf::read_model(file, drawn());
    if (!read) {
        FAIL(read.error().message);
    }
    return *std::move(read);
}

const material& material_of(const gltf::model& in, const gltf::mesh& of) {
    REQUIRE(of.material >= 0);
    return in.surfaces.materials.at(static_cast<std::size_t>(of.material));
}

/// What any file must come out as.
void check_whole(const gltf::model& read) {
    for (const gltf::mesh& mesh : read.meshes) {
        const std::size_t count = mesh.vertices.positions.size();
        const surface_vertices& surface = mesh.surface;
        for (const auto& set : surface.texcoords) {
            CHECK((set.empty() || set.size() == count));
        }
        CHECK((surface.tangents.empty() || surface.tangents.size() == count));
        CHECK((surface.colours.empty() || surface.colours.size() == count));
        CHECK(mesh.material < static_cast<std::int32_t>(read.surfaces.materials.size()));
        for (const auto& t : surface.tangents) {
            CHECK(std::hypot(t[0], t[1], t[2]) == Approx(1).margin(1e-4));
            CHECK(std::abs(t[3]) == 1);
        }
        if (mesh.material >= 0 && material_of(read, mesh).normal_map.is_used()) {
            CHECK_FALSE(surface.tangents.empty());
        }
    }
    for (const texture_image& image : read.surfaces.images) {
        CHECK(image.texels.size() == std::size_t{4} * image.width * image.height);
    }
}

} // namespace

TEST_CASE("models that try renderers are read without a warning", "[gltf][assets]") {
    for (const char* name :
         {"AlphaBlendModeTest.glb", "EmissiveStrengthTest.glb", "MorphStressTest.glb",
          "NegativeScaleTest.glb", "NormalTangentMirrorTest.glb", "NormalTangentTest.glb",
          "OrientationTest.glb", "TextureCoordinateTest.glb", "TextureEncodingTest.glb",
          "TextureSettingsTest.glb", "TextureTransformMultiTest.glb", "UnlitTest.glb",
          "VertexColorTest.glb"}) {
        CAPTURE(name);
        const gltf::model read = asset(name);
        check_whole(read);
        for (const std::string& warning : read.warnings) {
            INFO(warning);
            CHECK(warning.find("is white") == std::string::npos);
        }
    }
}

TEST_CASE("tangents that are made are near those that a baker made", "[gltf][assets]") {
    // This file brings its tangents: without them, ours must be the same but for rounding.
    const gltf::model given = asset("NormalTangentMirrorTest.glb");
    std::size_t compared = 0;
    std::size_t same_side = 0;
    std::size_t near = 0;
    for (const gltf::mesh& mesh : given.meshes) {
        if (mesh.surface.tangents.empty() || !material_of(given, mesh).normal_map.is_used()) {
            continue;
        }
        const made_tangents made = make_tangents({mesh.vertices.positions, mesh.vertices.normals,
                                                  mesh.surface.texcoords[0], mesh.triangles});
        for (std::size_t c = 0; c < mesh.triangles.size(); ++c) {
            const auto& ours = made.tangents[made.triangles[c]];
            const auto& theirs = mesh.surface.tangents[mesh.triangles[c]];
            ++compared;
            same_side += ours[3] == theirs[3] ? 1U : 0U;
            near +=
                ours[0] * theirs[0] + ours[1] * theirs[1] + ours[2] * theirs[2] > 0.99F ? 1U : 0U;
        }
    }
    REQUIRE(compared > 1000);
    CAPTURE(compared, same_side, near);
    CHECK(same_side == compared);
    CHECK(static_cast<double>(near) >= 0.98 * static_cast<double>(compared));
}

TEST_CASE("negative scales of a real file mirror what they should", "[gltf][assets]") {
    const gltf::model read = asset("NegativeScaleTest.glb");
    const nlohmann::json document = nlohmann::json::parse(read.json);
    const nlohmann::json& nodes = document["nodes"];
    const auto volume = [](const nlohmann::json& node) {
        double out = 1;
        if (node.contains("scale")) {
            for (const nlohmann::json& one : node["scale"]) {
                out *= one.get<double>();
            }
        }
        return out;
    };
    std::size_t mirrored = 0;
    for (const gltf::mesh& mesh : read.meshes) {
        const auto node = static_cast<std::size_t>(mesh.node);
        double whole = volume(nodes[node]);
        for (const nlohmann::json& parent : nodes) { // none is deeper than two
            for (const nlohmann::json& child : parent.value("children", nlohmann::json::array())) {
                whole *= child.get<std::size_t>() == node ? volume(parent) : 1.0;
            }
        }
        CAPTURE(node, whole);
        CHECK(mesh.is_mirrored == (whole < 0));
        mirrored += mesh.is_mirrored ? 1U : 0U;
        // Each primitive has the material that the file gives it.
        const nlohmann::json& primitive =
            document["meshes"][static_cast<std::size_t>(mesh.source_mesh)]["primitives"]
                    [static_cast<std::size_t>(mesh.primitive)];
        CHECK(mesh.material == primitive.value("material", -1));
    }
    CHECK(mirrored == 4); // in front, and one of each of three pairs
}

TEST_CASE("alpha modes of a real file", "[gltf][assets]") {
    const gltf::model read = asset("AlphaBlendModeTest.glb");
    std::set<alpha_mode> modes;
    std::set<float> cutoffs;
    for (const material& one : read.surfaces.materials) {
        modes.insert(one.alpha);
        if (one.alpha == alpha_mode::mask) {
            cutoffs.insert(one.alpha_cutoff);
        }
    }
    CHECK(modes.size() == 3);
    CHECK(cutoffs == std::set<float>{0.25F, 0.5F, 0.75F});
}

TEST_CASE("emissive strength of a real file goes above one", "[gltf][assets]") {
    const gltf::model read = asset("EmissiveStrengthTest.glb");
    float brightest = 0;
    for (const material& one : read.surfaces.materials) {
        brightest = std::max({brightest, one.emissive[0], one.emissive[1], one.emissive[2]});
    }
    CHECK(brightest > 10);
}

TEST_CASE("colours of a real file", "[gltf][assets]") {
    const gltf::model read = asset("VertexColorTest.glb");
    const bool has_colours =
        std::any_of(read.meshes.begin(), read.meshes.end(),
                    [](const gltf::mesh& mesh) { return !mesh.surface.colours.empty(); });
    CHECK(has_colours);
}

TEST_CASE("texture transforms and samplers of real files", "[gltf][assets]") {
    const gltf::model moved = asset("TextureTransformMultiTest.glb");
    bool is_moved = false;
    for (const material& one : moved.surfaces.materials) {
        is_moved = is_moved || one.base_map.offset != std::array<float, 2>{0, 0} ||
                   one.base_map.scale != std::array<float, 2>{1, 1};
    }
    CHECK(is_moved);
    const gltf::model wrapped = asset("TextureSettingsTest.glb");
    std::set<texture_wrap> wraps;
    for (const texture& one : wrapped.surfaces.textures) {
        wraps.insert(one.wrap_u);
        wraps.insert(one.wrap_v);
    }
    CHECK(wraps.size() == 3);
    const gltf::model unlit = asset("UnlitTest.glb");
    CHECK(std::any_of(unlit.surfaces.materials.begin(), unlit.surfaces.materials.end(),
                      [](const material& one) { return one.is_unlit; }));
}

} // namespace jounce::test
