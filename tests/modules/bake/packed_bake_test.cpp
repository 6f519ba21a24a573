// Baked files keep what was compressed, hidden, instanced or pointed to in them.

#include "swing_file.hpp"

#include "support/gltf_variants.hpp"
#include "support/packed_gltf.hpp"
#include "support/places.hpp"

#include <jounce/modules/bake/bake_file.hpp>
#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/gltf/model.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdlib>

#include <sys/wait.h>

using namespace jounce;
using namespace jounce_test;

namespace {

constexpr const char* settings =
    R"({"jounce_springs": 1, "springs": [{"bones": ["tip"], "preset": "tail"}]})";
constexpr const char* helper_settings =
    R"({"jounce_springs": 1, "helpers": [{"name": "fat", "parent": "middle", "head": [0, 0.6, 0],
        "tail": [0, 0.6, 0.2], "share": 0.4}], "springs": [{"bones": ["fat"], "preset": "belly"}]})";

/// Bakes a file and gives where the result is.
fs::path bake_in(const temporary_folder& folder, const std::string& name, const std::string& bytes,
                 const std::string& springs = settings) {
    bake::bake_options options;
    options.in = folder.path() / (name + ".in.glb");
    options.springs = folder.path() / (name + ".json");
    options.out = folder.path() / (name + ".glb");
    write_text(options.in, bytes);
    write_text(options.springs, springs);
    const auto done = bake::bake_file(options);
    INFO((done ? "" : done.error().message));
    REQUIRE(done);
    return options.out;
}

gltf::model read_back(const fs::path& file) {
    auto read = gltf::read_model(file);
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    return *std::move(read);
}

void check_vertices(const gltf::model& found, const gltf::model& wanted) {
    REQUIRE(found.meshes.size() == wanted.meshes.size());
    for (std::size_t m = 0; m < found.meshes.size(); ++m) {
        CHECK(found.meshes[m].vertices.positions == wanted.meshes[m].vertices.positions);
        CHECK(found.meshes[m].triangles == wanted.meshes[m].triangles);
    }
}

std::size_t turns_of(const gltf::model& in, std::int32_t node) {
    std::size_t count = 0;
    for (const track& one : in.clips.clips.at(0).tracks) {
        count += in.node_of_bone[static_cast<std::size_t>(one.bone)] == node &&
                         one.target == track_target::rotation
                     ? 1U
                     : 0U;
    }
    return count;
}

} // namespace

TEST_CASE("compressed files are playable after a bake", "[bake][packed]") {
    const temporary_folder folder;
    for (const test::packed_gltf_file& one : test::packed_gltf_files()) {
        if (one.same_as == "rigid.glb") {
            continue; // two of its bones are called tip
        }
        INFO(one.file.name);
        const fs::path out = bake_in(folder, one.file.name, one.file.bytes);
        const gltf::model baked = read_back(out);
        check_vertices(baked, read_back(folder.path() / (one.file.name + ".in.glb")));
        CHECK(turns_of(baked, 3) == 1);
        // The compressed bytes are there as they were.
        const swing_file before = take_apart(one.file.bytes);
        const swing_file after = take_apart(read_text(out));
        CHECK(after.binary.substr(0, before.binary.size()) == before.binary);
        CHECK(after.json["extensionsRequired"] == before.json["extensionsRequired"]);
    }
}

TEST_CASE("placeholders stay behind the one buffer of a .glb", "[bake][packed]") {
    const temporary_folder folder;
    const std::string bytes = test::meshopt_packed(test::tube()).binary();
    const swing_file after = take_apart(read_text(bake_in(folder, "meshopt", bytes)));
    REQUIRE(after.json["buffers"].size() == 2);
    CHECK(after.json["buffers"][0]["byteLength"] == after.binary.size());
    CHECK_FALSE(after.json["buffers"][0].contains("extensions"));
    CHECK(after.json["buffers"][1]["extensions"]["KHR_meshopt_compression"]["fallback"] == true);
    CHECK(after.json["bufferViews"][0]["buffer"] == 1);
    CHECK(after.json["bufferViews"][0]["extensions"]["KHR_meshopt_compression"]["buffer"] == 0);

    // A placeholder in front of the data goes behind it; bytes for old readers are carried along.
    const auto document = bake::glb_document::make(
        R"({"buffers": [{"byteLength": 40, "extensions": {"EXT_meshopt_compression": {"fallback": true}}},
                        {"byteLength": 4, "uri": "a.bin"},
                        {"byteLength": 8, "uri": "b.bin",
                         "extensions": {"EXT_meshopt_compression": {"fallback": true}}}],
            "bufferViews": [{"buffer": 0, "byteLength": 40, "extensions":
                              {"EXT_meshopt_compression": {"buffer": 1, "byteLength": 4}}},
                            {"buffer": 2, "byteLength": 8, "extensions":
                              {"EXT_meshopt_compression": {"buffer": 1, "byteLength": 4}}}]})",
        std::vector<std::vector<std::byte>>{
            {}, std::vector<std::byte>(4, std::byte{1}), std::vector<std::byte>(8, std::byte{2})},
        "x.gltf");
    REQUIRE(document);
    const auto& json = document->json();
    REQUIRE(json["buffers"].size() == 2);
    CHECK(json["buffers"][0]["byteLength"] == 12);
    CHECK_FALSE(json["buffers"][0].contains("extensions"));
    CHECK(json["buffers"][1]["byteLength"] == 40);
    CHECK(json["bufferViews"][0]["buffer"] == 1);
    CHECK(json["bufferViews"][0]["extensions"]["EXT_meshopt_compression"]["buffer"] == 0);
    CHECK(json["bufferViews"][1]["buffer"] == 0);
    CHECK(json["bufferViews"][1]["byteOffset"] == 4);
}

TEST_CASE("helper bones reach weights that Draco compressed", "[bake][packed][draco]") {
    const auto packed = test::draco_packed(test::tube());
    if (!packed) {
        SKIP("Draco was not found when the tests were built (Debian: libdraco-dev)");
    }
    const temporary_folder folder;
    const gltf::model plain =
        read_back(bake_in(folder, "plain", test::tube().binary(), helper_settings));
    const gltf::model baked =
        read_back(bake_in(folder, "draco", packed->binary(), helper_settings));
    check_vertices(baked, plain);
    REQUIRE(baked.meshes[0].vertices.influences.size() ==
            plain.meshes[0].vertices.influences.size());
    for (std::size_t i = 0; i < plain.meshes[0].vertices.influences.size(); ++i) {
        CHECK(baked.meshes[0].vertices.influences[i].joint ==
              plain.meshes[0].vertices.influences[i].joint);
        CHECK(baked.meshes[0].vertices.influences[i].weight ==
              plain.meshes[0].vertices.influences[i].weight);
    }
}

TEST_CASE("a bake replaces channels by pointer and keeps those of others", "[bake][packed]") {
    test::gltf_builder file = test::tube();
    file.document["extensionsUsed"] = {"KHR_animation_pointer"};
    file.document["materials"] = {{{"alphaCutoff", 0.5}, {"alphaMode", "MASK"}}};
    const auto pointed = [](const char* to) {
        return nlohmann::json{{"sampler", 0},
                              {"target",
                               {{"path", "pointer"},
                                {"extensions", {{"KHR_animation_pointer", {{"pointer", to}}}}}}}};
    };
    file.document["animations"][0]["channels"] = {pointed("/nodes/2/rotation"),
                                                  pointed("/materials/0/alphaCutoff")};
    const temporary_folder folder;
    const fs::path out = bake_in(
        folder, "pointer", file.binary(),
        R"({"jounce_springs": 1, "springs": [{"bones": ["middle", "tip"], "preset": "tail"}]})");
    const swing_file after = take_apart(read_text(out));
    std::size_t pointers = 0;
    for (const auto& channel : after.json["animations"][0]["channels"]) {
        if (channel["target"]["path"] == "pointer") {
            ++pointers;
            CHECK(channel["target"]["extensions"]["KHR_animation_pointer"]["pointer"] ==
                  "/materials/0/alphaCutoff");
        }
    }
    CHECK(pointers == 1);
    CHECK(turns_of(read_back(out), 2) == 1);
}

TEST_CASE("a bake keeps instances and hidden nodes", "[bake][packed]") {
    test::gltf_builder file = test::tube();
    file.document["extensionsUsed"] = {"EXT_mesh_gpu_instancing", "KHR_node_visibility"};
    file.document["nodes"][0]["extensions"] = {
        {"EXT_mesh_gpu_instancing",
         {{"attributes", {{"TRANSLATION", file.accessor<float>({1, 2, 3, 4, 5, 6}, "VEC3")}}}}},
        {"KHR_node_visibility", {{"visible", false}}}};
    const temporary_folder folder;
    const gltf::model baked = read_back(bake_in(folder, "both", file.binary()));
    REQUIRE(baked.instances.size() == 1);
    REQUIRE(baked.instances[0].places.size() == 2);
    CHECK(baked.instances[0].places[1].translation == vec3<float>{4, 5, 6});
    CHECK_FALSE(baked.meshes[0].is_visible);
}

TEST_CASE("baked compressed files pass the Khronos validator", "[bake][packed][validator]") {
    const temporary_folder folder;
    const fs::path tool = jounce_test::test_data_folder() / ".." / "tools" / "validate_gltf.mjs";
    std::string line = "node '" + tool.string() + "'";
    for (const test::packed_gltf_file& one : test::packed_gltf_files()) {
        if (one.same_as == "plain.glb" || one.same_as == "morphs.glb") {
            const fs::path out = bake_in(folder, one.file.name, one.file.bytes);
            line += " '" + (folder.path() / (one.file.name + ".in.glb")).string() + "=" +
                    out.string() + "'";
        }
    }
    const fs::path said = folder.path() / "said";
    const int status = std::system((line + " >" + said.string() + " 2>&1").c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 4 || code == 127) {
        SKIP("node or the npm package gltf-validator was not found; NODE_PATH may name its folder");
    }
    INFO(read_text(said));
    CHECK(code == 0);
}
