#include "support/gltf_variants.hpp"
#include "support/shown_model.hpp"

#include <catch2/catch_test_macros.hpp>

namespace jounce::test {
namespace {

std::string refusal(const std::string& bytes, const gltf::read_limits& limits) {
    const auto read = gltf::parse_model(bytes_of(bytes), {}, limits);
    return read ? "" : read.error().name;
}

} // namespace

TEST_CASE("limits hold a glTF file back", "[gltf][malformed]") {
    const std::string file = tube().binary();
    REQUIRE(refusal(file, {}) == "");
    CHECK(refusal(file, {.max_file_bytes = file.size()}) == "");
    CHECK(refusal(file, {.max_file_bytes = file.size() - 1}) == "too_large");
    CHECK(refusal(file, {.max_total_bytes = 1000}) == "too_large");
    CHECK(refusal(file, {.max_json_values = 50}) == "too_large");
    CHECK(refusal(file, {.max_seconds = 0}) == "too_slow");
}

TEST_CASE("one mesh at thousands of nodes cannot take all memory", "[gltf][malformed]") {
    gltf_builder file = tube();
    const std::size_t vertices = 200000;
    const int positions = file.accessor_on(-1, 5126, "VEC3", vertices);
    const int mesh = file.add(
        "meshes", {{"primitives", {{{"attributes", {{"POSITION", positions}}}, {"mode", 0}}}}});
    for (int i = 0; i < 4000; ++i) {
        file.add("nodes", {{"mesh", mesh}});
    }
    CHECK(refusal(file.binary(), {}) == "too_large");
}

TEST_CASE("long lists of JSON are read in linear time", "[gltf][malformed]") {
    std::string list = "{}";
    for (int i = 0; i < 300000; ++i) {
        list += ",{}";
    }
    const std::string file =
        R"({"asset": {"version": "2.0"}, "nodes": [{}], "unknown": [)" + list + "]}";
    // By the square of the length it would be minutes, and refused as too slow.
    CHECK(refusal(file, {}) == "");
}

TEST_CASE("a chain of as many nodes as allowed is read", "[gltf]") {
    gltf_builder file;
    for (int i = 0; i < max_bones; ++i) {
        nlohmann::json node = {{"translation", {0, 0.01, 0}}};
        if (i + 1 < max_bones) {
            node["children"] = {i + 1};
        }
        file.add("nodes", node);
    }
    const auto read = parse(file);
    REQUIRE(read);
    CHECK(read->bones.bone_count() == max_bones);
    CHECK(read->bones.parents.back() == max_bones - 2);
}

} // namespace jounce::test
