// Texture coordinates, colours and tangents of vertices.

#include "modules/gltf/surface_reading.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <catch2/catch_approx.hpp>

#include <cmath>
#include <limits>

namespace jounce::test {
namespace {

using Catch::Approx;
using nlohmann::json;
using uv = std::array<float, 2>;
using tangent = std::array<float, 4>;

json& attributes(gltf_builder& of) {
    return of.document["meshes"][0]["primitives"][0]["attributes"];
}

/// The same for all six vertices.
template <class Number> std::vector<Number> six(const std::vector<Number>& numbers) {
    std::vector<Number> out;
    for (int v = 0; v < 6; ++v) {
        out.insert(out.end(), numbers.begin(), numbers.end());
    }
    return out;
}

gltf_builder with_colours(const auto& numbers, const char* type, bool normalised) {
    gltf_builder out = painted();
    attributes(out)["COLOR_0"] = out.accessor(six(numbers), type, normalised);
    return out;
}

std::uint32_t first_colour(const gltf_builder& of) {
    return good(of).meshes.at(0).surface.colours.at(0);
}

gltf_builder with_tangents(const std::vector<float>& all) {
    gltf_builder out = painted();
    attributes(out)["TANGENT"] = out.accessor(all, "VEC4");
    return out;
}

void check_same(const tangent& found, const tangent& wanted) {
    for (std::size_t c = 0; c < 4; ++c) {
        CHECK(found[c] == Approx(wanted[c]).margin(1e-6));
    }
}

} // namespace

TEST_CASE("two sets of texture coordinates are read, of every type", "[gltf][surface]") {
    gltf_builder file = painted();
    attributes(file)["TEXCOORD_1"] =
        file.accessor(six(std::vector<std::uint8_t>{255, 51}), "VEC2", true);
    const gltf::mesh mesh = good(file).meshes.at(0);
    CHECK(mesh.surface.texcoords[0].at(0) == uv{1, 1});
    CHECK(mesh.surface.texcoords[0].at(3) == uv{0, 0});
    CHECK(mesh.surface.texcoords[1].at(5) == uv{1, 0.2F});
    attributes(file)["TEXCOORD_1"] =
        file.accessor(six(std::vector<std::uint16_t>{65535, 13107}), "VEC2", true);
    CHECK(good(file).meshes.at(0).surface.texcoords[1].at(5) == uv{1, 0.2F});
    // Quantised ones are whole numbers.
    attributes(file)["TEXCOORD_1"] = file.accessor(six(std::vector<std::int16_t>{-3, 40}), "VEC2");
    CHECK(good(file).meshes.at(0).surface.texcoords[1].at(5) == uv{-3, 40});
    attributes(file).erase("TEXCOORD_1");
    CHECK(good(file).meshes.at(0).surface.texcoords[1].empty());
}

TEST_CASE("broken texture coordinates and tangents are mistakes", "[gltf][surface]") {
    const auto refused = [](const char* attribute, const std::vector<float>& numbers,
                            const char* type, const char* name, const char* says) {
        gltf_builder file = painted();
        attributes(file)[attribute] = file.accessor(numbers, type);
        check_refused(file, name, says);
    };
    refused("TEXCOORD_1", std::vector<float>(10), "VEC2", "bad_accessor",
            "/attributes/TEXCOORD_1: uses accessor 5 with 5 elements, 6 are needed");
    refused("TEXCOORD_1", std::vector<float>(18), "VEC3", "bad_accessor", "VEC2 is needed");
    refused("TEXCOORD_0", std::vector<float>(12, std::numeric_limits<float>::infinity()), "VEC2",
            "bad_number", "/attributes/TEXCOORD_0");
    refused("TANGENT", std::vector<float>(18), "VEC3", "bad_accessor", "VEC4 is needed");
    refused("TANGENT", std::vector<float>(20), "VEC4", "bad_accessor", "6 are needed");
}

TEST_CASE("colours are bytes, whatever the file has", "[gltf][surface]") {
    CHECK(first_colour(with_colours(std::vector<float>{1, 0, 0.5F}, "VEC3", false)) == 0xFF8000FF);
    CHECK(first_colour(with_colours(std::vector<float>{0, 1, 0, 0.2F}, "VEC4", false)) ==
          0x3300FF00);
    CHECK(first_colour(with_colours(std::vector<std::uint8_t>{1, 2, 3, 4}, "VEC4", true)) ==
          0x04030201);
    CHECK(first_colour(with_colours(std::vector<std::uint16_t>{65535, 0, 257 * 9}, "VEC3", true)) ==
          0xFF0900FF);
    // Light above one is one, and what is no number is none.
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(first_colour(with_colours(std::vector<float>{7, -1, nan}, "VEC3", false)) == 0xFF0000FF);
    const gltf::model odd = good(with_colours(std::vector<float>{1, 1}, "VEC2", false));
    CHECK(odd.meshes.at(0).surface.colours.empty());
    CHECK(warns(odd, "COLOR_0: is no colour per vertex"));
}

TEST_CASE("tangents of the file are kept, if anybody wants them", "[gltf][surface]") {
    // Not of unit length, and sides that are no signs.
    const gltf_builder file = with_tangents(six(std::vector<float>{0, 3, 0, -0.5F}));
    CHECK(good(file).meshes.at(0).surface.tangents.empty());
    const gltf::mesh mesh = good(file, drawn()).meshes.at(0);
    REQUIRE(mesh.surface.tangents.size() == 6);
    check_same(mesh.surface.tangents[4], {0, 1, 0, -1});
    CHECK(mesh.copied_from.empty());
    gltf_builder quantised = painted();
    attributes(quantised)["TANGENT"] =
        quantised.accessor(six(std::vector<std::int8_t>{-127, 0, 0, 127}), "VEC4", true);
    check_same(good(quantised, drawn()).meshes.at(0).surface.tangents.at(0), {-1, 0, 0, 1});
}

TEST_CASE("tangents that are no directions are made anew", "[gltf][surface]") {
    for (const float bad : {0.0F, std::numeric_limits<float>::quiet_NaN()}) {
        const gltf::model read =
            good(with_tangents(six(std::vector<float>{bad, 0, 0, 1})), drawn());
        CHECK(warns(read, "/meshes/0/primitives/0/attributes/TANGENT: has 6 tangents"));
        CHECK(read.meshes.at(0).copied_from.size() == 2);
    }
}

TEST_CASE("tangents are made where a normal map needs them", "[gltf][surface]") {
    CHECK(good(painted()).meshes.at(0).surface.tangents.empty());
    const gltf::mesh mesh = good(painted(), drawn()).meshes.at(0);
    // The middle of the face is doubled: the left half is the mirrored right one.
    CHECK(mesh.copied_from == std::vector<std::uint32_t>{2, 3});
    CHECK(mesh.file_vertex_count() == 6);
    CHECK(mesh.triangles == std::vector<std::uint32_t>{2, 4, 5, 2, 5, 3, 0, 6, 7, 0, 7, 1});
    REQUIRE(mesh.surface.tangents.size() == 8);
    check_same(mesh.surface.tangents[2], {1, 0, 0, 1});
    check_same(mesh.surface.tangents[6], {-1, 0, 0, -1});
    gltf_builder plain = painted();
    plain.document["materials"][0].erase("normalTexture");
    CHECK(good(plain, drawn()).meshes.at(0).surface.tangents.empty());
    CHECK(good(plain, drawn()).meshes.at(0).copied_from.empty());
}

TEST_CASE("a turned normal map has turned tangents", "[gltf][surface]") {
    gltf_builder file = painted();
    json& map = file.document["materials"][0]["normalTexture"];
    // A quarter turn: what was along u is along -v, so u grows where v fell: upwards.
    map["extensions"]["KHR_texture_transform"] = {{"rotation", std::acos(-1.0) / 2}};
    const gltf::mesh mesh = good(file, drawn()).meshes.at(0);
    // u' = v, v' = -u, and v falls along y: u' grows along -y. The right half is not mirrored, the left one is.
    check_same(mesh.surface.tangents.at(4), {0, -1, 0, 1});
    check_same(mesh.surface.tangents.at(0), {0, -1, 0, -1});
    // A mirrored map changes sides.
    map["extensions"]["KHR_texture_transform"] = {{"scale", {-1, 1}}};
    check_same(good(file, drawn()).meshes.at(0).surface.tangents.at(4), {-1, 0, 0, -1});
}

TEST_CASE("normal maps by the second set of coordinates have its tangents", "[gltf][surface]") {
    gltf_builder file = painted();
    file.document["materials"][0]["normalTexture"]["texCoord"] = 1;
    const gltf::model none = good(file, drawn());
    CHECK(warns(none, "/meshes/0/primitives/0: has a normal map but no texture coordinates"));
    CHECK(none.meshes.at(0).surface.tangents.empty());
    // u along y, v along x, for both halves alike: nothing is doubled.
    std::vector<float> other;
    for (const float x : {-1.0F, 0.0F, 1.0F}) {
        other.insert(other.end(), {0, x, 1, x});
    }
    attributes(file)["TEXCOORD_1"] = file.accessor(other, "VEC2");
    const gltf::mesh mesh = good(file, drawn()).meshes.at(0);
    CHECK(mesh.copied_from.empty());
    check_same(mesh.surface.tangents.at(0), {0, 1, 0, 1});
    attributes(file).erase("NORMAL");
    CHECK(warns(good(file, drawn()), "has a normal map but no normals"));
}

TEST_CASE("a node that mirrors its mesh turns triangles over", "[gltf][surface]") {
    gltf_builder file = painted();
    json& nodes = file.document["nodes"];
    CHECK_FALSE(good(file).meshes.at(0).is_mirrored);
    nodes[0]["scale"] = {-1, 2, 3};
    CHECK(good(file).meshes.at(0).is_mirrored);
    nodes[0]["scale"] = {-1, -2, 3};
    CHECK_FALSE(good(file).meshes.at(0).is_mirrored);
    nodes[0]["scale"] = {-1, -2, -3};
    CHECK(good(file).meshes.at(0).is_mirrored);
    // Twice is not at all.
    nodes.push_back({{"scale", {1, -1, 1}}, {"children", {0}}});
    CHECK_FALSE(good(file).meshes.at(0).is_mirrored);
    // Nodes of skinned meshes do not move them.
    gltf_builder skinned = painted_character();
    skinned.document["nodes"][0]["scale"] = {-1, 1, 1};
    CHECK_FALSE(good(skinned).meshes.at(0).is_mirrored);
}

TEST_CASE("meshes of several nodes and materials keep theirs", "[gltf][surface]") {
    gltf_builder file = painted();
    file.document["materials"].push_back({{"name", "other"}, {"doubleSided", true}});
    json& primitives = file.document["meshes"][0]["primitives"];
    primitives.push_back(primitives[0]);
    primitives[1]["material"] = 1;
    primitives.push_back(primitives[0]);
    primitives[2].erase("material");
    file.add("nodes", {{"mesh", 0}, {"scale", {1, 1, -1}}});
    const gltf::model read = good(file, drawn());
    REQUIRE(read.meshes.size() == 6);
    for (std::size_t m = 0; m < 6; ++m) {
        const std::int32_t wanted[] = {0, 1, -1};
        CHECK(read.meshes[m].material == wanted[m % 3]);
        CHECK(read.meshes[m].is_mirrored == (m >= 3));
        CHECK(read.meshes[m].copied_from.size() == (m % 3 == 0 ? 2 : 0));
    }
}

TEST_CASE("doubled vertices keep all that they have", "[gltf][surface]") {
    const gltf::model plain = good(painted_character());
    const gltf::model read = good(painted_character(), drawn());
    REQUIRE(read.meshes.size() == 1);
    const gltf::mesh& before = plain.meshes[0];
    const gltf::mesh& mesh = read.meshes[0];
    REQUIRE(mesh.copied_from == std::vector<std::uint32_t>{2, 3});
    REQUIRE(mesh.vertices.first_influence.size() == 9);
    const auto source = [](std::size_t v) { return v < 6 ? v : v - 4; };
    for (std::size_t v = 0; v < 8; ++v) {
        const std::size_t s = source(v);
        CHECK(mesh.vertices.positions[v] == before.vertices.positions[s]);
        CHECK(mesh.vertices.normals[v] == before.vertices.normals[s]);
        CHECK(mesh.surface.texcoords[0][v] == before.surface.texcoords[0][s]);
        CHECK(mesh.surface.colours[v] == before.surface.colours[s]);
        CHECK(mesh.morphs.at(0).positions[v] == before.morphs.at(0).positions[s]);
        CHECK(mesh.morphs.at(1).normals[v] == before.morphs.at(1).normals[s]);
        const std::uint32_t count =
            mesh.vertices.first_influence[v + 1] - mesh.vertices.first_influence[v];
        REQUIRE(count ==
                before.vertices.first_influence[s + 1] - before.vertices.first_influence[s]);
        for (std::uint32_t i = 0; i < count; ++i) {
            const influence& a = mesh.vertices.influences[mesh.vertices.first_influence[v] + i];
            const influence& b = before.vertices.influences[before.vertices.first_influence[s] + i];
            CHECK(a.joint == b.joint);
            CHECK(a.weight == b.weight);
        }
    }
    CHECK(mesh.morphs[0].normals.empty());
    CHECK(mesh.morphs[0].tangents.empty());
    // The coarse level has its left half on the copies.
    REQUIRE(mesh.levels.size() == 1);
    CHECK(mesh.levels[0].triangles == std::vector<std::uint32_t>{0, 6, 7, 2, 4, 3});
}

TEST_CASE("morph targets may change the tangents of the file", "[gltf][surface]") {
    gltf_builder file = painted_character();
    json& primitive = file.document["meshes"][0]["primitives"][0];
    file.document["nodes"][0].erase("extensions");
    const int changes = file.accessor(six(std::vector<float>{0, 0.5F, 0}), "VEC3");
    primitive["targets"][0]["TANGENT"] = changes;
    // Nobody says what they change.
    CHECK(good(file, drawn()).meshes.at(0).morphs.at(0).tangents.empty());
    primitive["attributes"]["TANGENT"] = file.accessor(six(std::vector<float>{1, 0, 0, 1}), "VEC4");
    const gltf::mesh mesh = good(file, drawn()).meshes.at(0);
    REQUIRE(mesh.morphs.at(0).tangents.size() == 6);
    CHECK(mesh.morphs[0].tangents[3] == vec3<float>{0, 0.5F, 0});
    CHECK(mesh.morphs.at(1).tangents.empty());
    CHECK(good(file).meshes.at(0).morphs.at(0).tangents.empty());
}

} // namespace jounce::test
