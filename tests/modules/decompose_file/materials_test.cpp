// What is kept of a glTF model: materials, textures, images, the first texture coordinates.

#include "hand_made.hpp"
#include "modules/bake/swing_file.hpp"
#include "support/gltf_files.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/decompose_file/make_character.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce_test;

namespace {

/// A tube with a painted material and a plain one; the image lies in the buffer.
test::gltf_builder painted_tube() {
    test::gltf_builder out = test::tube();
    auto& primitive = out.document["meshes"][0]["primitives"][0];
    std::vector<float> coordinates;
    for (int i = 0; i < 32; ++i) {
        coordinates.push_back(static_cast<float>(i) / 32);
    }
    primitive["attributes"]["TEXCOORD_0"] = out.accessor(coordinates, "VEC2");
    primitive["material"] = 1;
    const int image = out.view("not really a PNG");
    out.document["images"] = {{{"bufferView", image}, {"mimeType", "image/png"}}};
    out.document["textures"] = {{{"source", 0}}};
    out.document["materials"] = {
        {{"name", "plain"}},
        {{"name", "painted"},
         {"extensions", {{"KHR_materials_unlit", nlohmann::json::object()}}},
         {"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}},
         {"emissiveTexture", {{"index", 0}, {"texCoord", 1}}}}};
    out.document["extensionsUsed"] = {"KHR_materials_unlit", "KHR_other"};
    return out;
}

/// The tube moved by one bone that stands still.
hand_made still(const test::gltf_builder& file) {
    hand_made out;
    out.mesh = {};
    out.found = {};
    out.mesh.name = "tube";
    out.mesh.model = read_again(file.binary());
    const gltf::mesh& from = out.mesh.model->meshes[0];
    for (const vec3<float>& p : from.vertices.positions) {
        out.mesh.animation.rest.push_back(cast<double>(p));
        out.found.weights.add(std::vector<weights::bone_weight>{{0, 1}});
    }
    out.mesh.animation.frames = out.mesh.animation.rest;
    out.mesh.animation.triangles = from.triangles;
    out.mesh.animation.takes = {{"still", 0, 1, 24}};
    out.mesh.parts = {{"tube", 0, from.vertices.positions.size(), 0, from.triangles.size() / 3, 0}};
    out.found.centres = {{0, 0, 0}};
    out.found.bones = {{}};
    return out;
}

} // namespace

TEST_CASE("materials and texture coordinates are kept", "[decompose_file][materials]") {
    const auto made = make_character(still(painted_tube()).mesh, still(painted_tube()).found);
    REQUIRE(made);
    REQUIRE(made->warnings.size() == 1);
    CHECK(made->warnings[0].find("textures of other coordinates") != std::string::npos);
    const swing_file file = take_apart(*made->document.bytes());
    const auto& primitive = file.json["meshes"][0]["primitives"][0];
    CHECK(primitive["material"] == 1);
    const std::vector<float> coordinates =
        floats_of(file, primitive["attributes"]["TEXCOORD_0"].get<std::size_t>());
    REQUIRE(coordinates.size() == 32);
    CHECK(coordinates[31] == 31.0F / 32);
    REQUIRE(file.json["materials"].size() == 2);
    CHECK(file.json["materials"][1]["pbrMetallicRoughness"]["baseColorTexture"]["index"] == 0);
    CHECK_FALSE(file.json["materials"][1].contains("emissiveTexture"));
    CHECK(file.json["extensionsUsed"] == nlohmann::ordered_json::array({"KHR_materials_unlit"}));
    const auto view = file.json["images"][0]["bufferView"].get<std::size_t>();
    const auto& at = file.json["bufferViews"][view];
    CHECK(file.binary.substr(at["byteOffset"].get<std::size_t>(),
                             at["byteLength"].get<std::size_t>()) == "not really a PNG");
}

TEST_CASE("an image outside of its buffer costs the materials only",
          "[decompose_file][materials]") {
    hand_made what = still(painted_tube());
    what.mesh.model->buffers[0].resize(16);
    const auto made = make_character(what.mesh, what.found);
    REQUIRE(made);
    REQUIRE(made->warnings.size() == 1);
    CHECK(made->warnings[0].find("materials were left out") != std::string::npos);
    const swing_file file = take_apart(*made->document.bytes());
    CHECK_FALSE(file.json.contains("materials"));
    CHECK_FALSE(file.json["meshes"][0]["primitives"][0].contains("material"));
}
