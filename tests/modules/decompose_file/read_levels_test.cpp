// What gltf::read_model makes of levels of detail (MSFT_lod), of files of its own and of others.

#include "support/gltf_variants.hpp"

#include <jounce/modules/gltf/model.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <functional>
#include <span>

using namespace jounce;
using namespace jounce::test;
using nlohmann::json;

namespace {

/// The tube with two coarser levels on its vertices: nodes 4 and 5, meshes 1 and 2.
gltf_builder levels() {
    gltf_builder out = tube();
    for (int level = 1; level <= 2; ++level) {
        std::vector<std::uint16_t> indices = {0, 12, 1, 1, 12, 13, 4, 8, 5};
        indices.resize(level == 1 ? 9 : 6);
        json mesh = out.document["meshes"][0];
        mesh["primitives"][0]["indices"] = out.accessor(indices, "SCALAR");
        json node = {{"name", "tube_lod"}, {"skin", 0}};
        node["mesh"] = out.add("meshes", std::move(mesh));
        out.add("nodes", std::move(node));
    }
    json& fine = out.document["nodes"][0];
    fine["extensions"]["MSFT_lod"]["ids"] = {4, 5};
    fine["extras"]["MSFT_screencoverage"] = {0.5, 0.2, 0.01};
    out.document["extensionsUsed"] = {"MSFT_lod"};
    return out;
}

gltf_builder levels(const std::function<void(json&)>& change) {
    gltf_builder out = levels();
    change(out.document);
    return out;
}

result<gltf::model> parse(const gltf_builder& file) {
    const std::string bytes = file.binary();
    return gltf::parse_model(std::as_bytes(std::span(bytes)), "levels.glb");
}

gltf::model good(const gltf_builder& file) {
    auto read = parse(file);
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    return *std::move(read);
}

void check_refused(const char* name, const char* says, const std::function<void(json&)>& spoil) {
    const auto read = parse(levels(spoil));
    INFO(says);
    REQUIRE_FALSE(read);
    INFO(read.error().message);
    CHECK(read.error().name == name);
    CHECK(read.error().message.find(says) != std::string::npos);
}

/// Only the finest is read, and a warning says so.
void check_left_out(const char* says, const gltf_builder& file) {
    const gltf::model read = good(file);
    INFO(says);
    REQUIRE(read.meshes.size() == 1);
    CHECK(read.meshes[0].node == 0);
    CHECK(read.meshes[0].triangles.size() == 72);
    CHECK(read.meshes[0].levels.empty());
    CHECK(read.meshes[0].coverage.empty());
    REQUIRE(read.warnings.size() == 1);
    INFO(read.warnings[0]);
    CHECK(read.warnings[0].find("/nodes/0/extensions/MSFT_lod: ") == 0);
    CHECK(read.warnings[0].find(says) != std::string::npos);
    CHECK(read.warnings[0].find("all levels but the finest were left out") != std::string::npos);
}

json& ids(json& document) { return document["nodes"][0]["extensions"]["MSFT_lod"]["ids"]; }

} // namespace

TEST_CASE("levels on the vertices of a mesh are read with it", "[gltf][levels]") {
    const gltf::model read = good(levels());
    CHECK(read.warnings.empty());
    REQUIRE(read.meshes.size() == 1); // the levels are no meshes of their own
    const gltf::mesh& mesh = read.meshes[0];
    CHECK(mesh.triangles.size() == 72);
    REQUIRE(mesh.levels.size() == 2);
    CHECK(mesh.levels[0].triangles == std::vector<std::uint32_t>{0, 12, 1, 1, 12, 13, 4, 8, 5});
    CHECK(mesh.levels[1].triangles == std::vector<std::uint32_t>{0, 12, 1, 1, 12, 13});
    CHECK(mesh.levels[1].source_mesh == 2);
    CHECK(mesh.levels[1].primitive == 0);
    CHECK(mesh.coverage == std::vector<float>{0.5F, 0.2F, 0.01F});
    REQUIRE(read.extensions.size() == 1);
    CHECK(read.extensions[0].is_known);
    CHECK(read.bones.bone_count() == 6); // every node is a bone, whether it is drawn or not
    CHECK(read.joints.size() == 3);
}

TEST_CASE("a file may require the extension, and have morph targets", "[gltf][levels]") {
    gltf_builder file = levels();
    file.document["extensionsRequired"] = {"MSFT_lod"};
    const int target = file.accessor(std::vector<float>(48, 0.5F), "VEC3");
    for (json& mesh : file.document["meshes"]) {
        mesh["primitives"][0]["targets"] = {{{"POSITION", target}}};
    }
    json& animation = file.document["animations"][0];
    const int weights = file.accessor<float>({0, 1, 0}, "SCALAR");
    animation["samplers"].push_back({{"input", 6}, {"output", weights}});
    for (const int node : {0, 4, 5}) {
        animation["channels"].push_back(
            {{"sampler", 1}, {"target", {{"node", node}, {"path", "weights"}}}});
    }
    const gltf::model read = good(file);
    CHECK(read.warnings.empty());
    CHECK(read.meshes[0].levels.size() == 2);
    REQUIRE(read.clips.clips[0].morphs.size() == 1); // levels share the weights of the finest
    CHECK(read.clips.clips[0].morphs[0].mesh == 0);
}

TEST_CASE("primitives find their levels by vertices and material", "[gltf][levels]") {
    gltf_builder file = levels();
    for (int i = 0; i < 3; ++i) {
        file.add("materials", json::object());
    }
    const json one = file.document["meshes"][0]["primitives"][0];
    json& fine = file.document["meshes"][0]["primitives"];
    for (const int material : {1, 2}) { // the same vertices, another material
        fine.push_back(one);
        fine.back()["material"] = material;
    }
    fine[0]["material"] = 0;
    file.document["meshes"][1]["primitives"][0]["material"] = 2;
    json second = file.document["meshes"][1]["primitives"][0];
    second["material"] = 1;
    file.document["meshes"][1]["primitives"].push_back(second);
    const gltf::model read = good(file);
    CHECK(read.warnings.empty());
    REQUIRE(read.meshes.size() == 3);
    CHECK(read.meshes[0].levels[0].triangles.empty()); // the level lacks it
    CHECK(read.meshes[0].levels[0].primitive == -1);
    CHECK(read.meshes[1].levels[0].primitive == 1);
    CHECK(read.meshes[2].levels[0].primitive == 0);
    CHECK(read.meshes[0].levels[1].primitive == 0); // without a material the first will do
    for (const gltf::mesh& mesh : read.meshes) {
        CHECK(mesh.levels.size() == 2);
        CHECK(mesh.coverage.size() == 3);
    }
}

TEST_CASE("screen coverage that is missing or makes no sense is replaced", "[gltf][levels]") {
    const std::vector<float> usual = {0.5F, 0.25F, 0};
    const auto none = levels([](json& d) { d["nodes"][0].erase("extras"); });
    CHECK(good(none).meshes[0].coverage == usual);
    CHECK(good(none).warnings.empty());
    const auto with = [](const json& extras) {
        return good(
            levels([&](json& d) { d["nodes"][0]["extras"]["MSFT_screencoverage"] = extras; }));
    };
    CHECK(with({0.4, 0.1}).meshes[0].coverage == std::vector<float>{0.4F, 0.1F, 0});
    CHECK(with({0.4, 0.1, 0, 7}).meshes[0].coverage == std::vector<float>{0.4F, 0.1F, 0});
    for (const json& nonsense : {json({0.1, 0.2, 0.3}), json({0.5}), json({0.5, "a", 0}), json(3),
                                 json({0.5, -0.1, 0}), json({1e300, 0.5, 0}), json(nullptr)}) {
        INFO(nonsense.dump());
        const gltf::model read = with(nonsense);
        CHECK(read.meshes[0].coverage == usual);
        REQUIRE(read.warnings.size() == 1);
        CHECK(read.warnings[0].find("/nodes/0/extras/MSFT_screencoverage: ") == 0);
    }
    const auto other = levels([](json& d) { d["nodes"][0]["extras"] = "text"; });
    CHECK(good(other).meshes[0].coverage == usual);
}

TEST_CASE("levels of other vertices are never drawn beside the finest", "[gltf][levels]") {
    gltf_builder other = levels();
    const int positions = other.accessor(std::vector<float>(48, 0.25F), "VEC3");
    other.document["meshes"][1]["primitives"][0]["attributes"]["POSITION"] = positions;
    check_left_out("which has other vertices", other);
    check_left_out("another skin or stands elsewhere",
                   levels([](json& d) { d["nodes"][5].erase("skin"); }));
    check_left_out("not one mesh", levels([](json& d) { d["nodes"][4].erase("mesh"); }));
    check_left_out("several nodes", levels([](json& d) {
                       d["nodes"].push_back({{"mesh", 1}, {"skin", 0}});
                       d["nodes"][4]["children"] = {6};
                   }));
    check_left_out("other vertices",
                   levels([](json& d) { d["meshes"][2]["primitives"][0]["mode"] = 1; }));
}

TEST_CASE("rigid levels must stand where the finest does", "[gltf][levels]") {
    const auto rigid_levels = [](const json& translation) {
        return levels([&](json& d) {
            d.erase("skins");
            for (const std::size_t n : {0U, 4U, 5U}) {
                d["nodes"][n].erase("skin");
                d["nodes"][n]["translation"] = {1, 2, 3};
            }
            d["nodes"][5]["translation"] = translation;
            for (json& mesh : d["meshes"]) {
                mesh["primitives"][0]["attributes"].erase("JOINTS_0");
                mesh["primitives"][0]["attributes"].erase("WEIGHTS_0");
            }
        });
    };
    const gltf::model read = good(rigid_levels({1, 2, 3}));
    REQUIRE(read.meshes.size() == 1);
    CHECK(read.meshes[0].levels.size() == 2);
    CHECK(read.joints.size() == 1);
    check_left_out("stands elsewhere", rigid_levels({1, 2, 4}));
}

TEST_CASE("levels that are in the scene too, or below the finest, are not drawn",
          "[gltf][levels]") {
    const gltf::model sibling = good(levels([](json& d) {
        d["scenes"][0]["nodes"] = {0, 1, 4, 5};
    }));
    CHECK(sibling.meshes.size() == 1);
    CHECK(sibling.meshes[0].levels.size() == 2);
    const gltf::model child = good(levels([](json& d) { d["nodes"][0]["children"] = {4, 5}; }));
    CHECK(child.meshes.size() == 1);
    CHECK(child.meshes[0].levels.size() == 2);
    const gltf::model placed = good(levels([](json& d) {
        d["extensionsUsed"].push_back("EXT_mesh_gpu_instancing");
        d["nodes"][4]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"] = 0;
    }));
    CHECK(placed.instances.empty());
}

TEST_CASE("levels of levels and levels named twice are left out", "[gltf][levels]") {
    const gltf::model nested = good(levels([](json& d) {
        ids(d) = {4};
        d["nodes"][4]["extensions"]["MSFT_lod"]["ids"] = {5};
    }));
    REQUIRE(nested.meshes.size() == 1);
    CHECK(nested.meshes[0].levels.size() == 1);
    REQUIRE(nested.warnings.size() == 1);
    CHECK(nested.warnings[0].find("/nodes/4/extensions/MSFT_lod: is at a level") == 0);
    const gltf::model twice = good(levels([](json& d) { ids(d) = {4, 5, 4}; }));
    CHECK(twice.meshes[0].levels.size() == 2);
    CHECK(twice.warnings.size() == 1);
    const gltf::model none = good(levels([](json& d) { ids(d) = json::array(); }));
    CHECK(none.meshes.size() == 3); // nobody says that they are levels
}

TEST_CASE("of too many levels the first are read", "[gltf][levels]") {
    const gltf::model read = good(levels([](json& d) {
        json coverage = {1};
        for (int n = 4; n < 16; ++n) {
            if (n > 5) {
                d["nodes"].push_back(d["nodes"][5]);
            }
            ids(d)[static_cast<std::size_t>(n - 4)] = n;
            coverage.push_back(1.0 / n);
        }
        coverage.back() = 0.001;
        d["nodes"][0]["extras"]["MSFT_screencoverage"] = coverage;
    }));
    REQUIRE(read.meshes.size() == 1);
    CHECK(read.meshes[0].levels.size() == gltf::max_detail_levels);
    REQUIRE(read.meshes[0].coverage.size() == gltf::max_detail_levels + 1);
    CHECK(read.meshes[0].coverage.back() == 0.001F);
    CHECK(read.meshes[0].coverage[7] == static_cast<float>(1.0 / 10));
    REQUIRE(read.warnings.size() == 1);
    CHECK(read.warnings[0].find("has 12 levels") != std::string::npos);
}

TEST_CASE("broken levels are refused by name", "[gltf][levels][bad-input]") {
    const char* const place = "levels.glb: /nodes/0/extensions/MSFT_lod";
    check_refused("bad_index", "/ids/1: is 6, but the file has 6 nodes", [](json& d) {
        ids(d) = {4, 6};
    });
    check_refused("out_of_range", place, [](json& d) { ids(d) = {-1}; });
    check_refused("wrong_type", place, [](json& d) { ids(d) = {"4"}; });
    check_refused("wrong_type", place, [](json& d) { ids(d) = 4; });
    check_refused("wrong_type", place, [](json& d) { ids(d) = {4.5}; });
    check_refused("missing_member", place,
                  [](json& d) { d["nodes"][0]["extensions"]["MSFT_lod"] = json::object(); });
    check_refused("wrong_type", place,
                  [](json& d) { d["nodes"][0]["extensions"]["MSFT_lod"] = 7; });
    check_refused("cycle", "lead back", [](json& d) { ids(d) = {0}; });
    check_refused("cycle", "lead back",
                  [](json& d) { d["nodes"][5]["extensions"]["MSFT_lod"]["ids"] = {0}; });
    check_refused("cycle", "lead back", [](json& d) { d["nodes"][4]["children"] = {0}; });
    check_refused("out_of_range", place, [](json& d) { ids(d) = std::vector<int>(7, 4); });
    check_refused("bad_index", "/meshes/1/primitives/0/indices", [](json& d) {
        // Positions are no indices; bytes of normals are read as such.
        const auto accessor = d["meshes"][1]["primitives"][0]["indices"].get<std::size_t>();
        d["accessors"][accessor]["bufferView"] = d["accessors"][0]["bufferView"];
    });
}
