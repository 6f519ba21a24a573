// Models without a skin: bones of the file, of a list, of another file.

#include "bound_file.hpp"

#include <jounce/modules/result/error_names.hpp>

#include <algorithm>

using namespace jounce;
using namespace jounce_test;
using test::gltf_builder;

namespace {

const char* three_bones = R"([
    {"name": "tip", "parent": "middle", "head": [0, 1, 0], "tail": [0, 1.5, 0]},
    {"name": "hip", "parent": null, "head": [0, 0, 0], "tail": [0, 0.5, 0]},
    {"name": "middle", "parent": "hip", "head": [0, 0.5, 0], "tail": [0, 1, 0]}])";

/// The tube alone.
gltf_builder lone_tube() {
    gltf_builder out = bare_tube();
    out.document["nodes"] = {{{"name", "tube"}, {"mesh", 0}}};
    out.document["scenes"] = {{{"nodes", {0}}}};
    return out;
}

/// The largest distance of vertices through their joints from where they were as the node had them.
double off_at_rest(const bound_file& file) {
    const gltf::model before = file.read(false);
    const gltf::model after = file.read();
    double most = 0;
    REQUIRE(before.meshes.size() == after.meshes.size());
    for (std::size_t m = 0; m < after.meshes.size(); ++m) {
        check_rows(after.meshes[m]);
        const auto was = skinned_at_rest(before, before.meshes[m]); // rigid: through its node
        const auto is = skinned_at_rest(after, after.meshes[m]);
        for (std::size_t v = 0; v < is.size(); ++v) {
            most = std::max(most, length(is[v] - was[v]));
        }
    }
    return most;
}

} // namespace

TEST_CASE("a mesh beside a hierarchy of nodes gets a skin", "[binding]") {
    const bound_file file(bare_tube());
    const binding::bind_file_report report = file.bind();
    CHECK(report.skins_added == 1);
    CHECK(report.nodes_added == 0);
    CHECK(report.joints == 3);
    const nlohmann::ordered_json json = file.json();
    CHECK(json["skins"][0]["joints"] == nlohmann::ordered_json({1, 2, 3}));
    CHECK(json["nodes"][0]["skin"] == 0);
    CHECK(off_at_rest(file) < 1e-6);
}

TEST_CASE("the transform of a mesh's node goes into the matrices", "[binding]") {
    gltf_builder model = bare_tube();
    // An object that holds mesh and bones; bones in centimetres, the mesh turned, moved and scaled.
    model.document["nodes"][0]["translation"] = {0.1, 0.2, -0.3};
    model.document["nodes"][0]["rotation"] = {0, 0.6, 0, 0.8};
    model.document["nodes"][0]["scale"] = {2, 1, 0.5};
    model.document["nodes"][1]["scale"] = {0.5, 0.5, 0.5};
    model.add("nodes", {{"name", "object"}, {"children", {0, 1}}, {"translation", {1, 2, 3}}});
    model.document["scenes"][0]["nodes"] = {4};
    const bound_file file(model);
    const binding::bind_file_report report = file.bind();
    CHECK(report.joints == 3); // without the object, which holds the mesh
    CHECK(off_at_rest(file) < 1e-5);
    const auto before = file.read(false).meshes[0].vertices.positions;
    CHECK(file.read().meshes[0].vertices.positions == before);
}

TEST_CASE("a mesh at two places is copied where these are bound differently", "[binding]") {
    gltf_builder model = bare_tube();
    model.add("nodes", {{"name", "other"}, {"mesh", 0}, {"translation", {3, 0, 0}}});
    model.document["scenes"][0]["nodes"] = {0, 1, 4};
    const bound_file file(model);
    const binding::bind_file_report report = file.bind();
    CHECK(report.skins_added == 2);
    CHECK(report.vertices == 32);
    const nlohmann::ordered_json json = file.json();
    CHECK(json["meshes"].size() == 2);
    CHECK(json["nodes"][0]["mesh"] == 0);
    CHECK(json["nodes"][4]["mesh"] == 1);
    CHECK(off_at_rest(file) < 1e-6);
}

TEST_CASE("what hangs on a bone stays as it is", "[binding]") {
    gltf_builder model = bare_tube();
    model.document["meshes"].push_back(model.document["meshes"][0]);
    model.add("nodes", {{"name", "sword"}, {"mesh", 1}});
    model.document["nodes"][3]["children"] = {4};
    const bound_file file(model);
    CHECK(file.bind().primitives == 1);
    const nlohmann::ordered_json json = file.json();
    CHECK_FALSE(json["nodes"][4].contains("skin"));
    CHECK_FALSE(json["meshes"][1]["primitives"][0]["attributes"].contains("JOINTS_0"));
}

TEST_CASE("bones begin where they are said to", "[binding]") {
    bound_file file(bare_tube());
    file.options.root = "middle";
    CHECK(file.bind().joints == 2);
    file.options.root = "tip";
    CHECK(file.bind().joints == 1);
    file.options.root = "midle";
    fs::remove(file.options.out);
    const error why = file.refused();
    CHECK(why.name == errors::unknown_bone);
    CHECK(why.message.find("\"middle\"") != std::string::npos);
}

TEST_CASE("a mesh beside a skinned one stays, or is bound to the same bones", "[binding]") {
    gltf_builder model = test::still_tube();
    nlohmann::json hat = model.document["meshes"][0];
    hat["primitives"][0]["attributes"].erase("JOINTS_0");
    hat["primitives"][0]["attributes"].erase("WEIGHTS_0");
    model.document["meshes"].push_back(hat);
    model.add("nodes", {{"name", "hat"}, {"mesh", 1}, {"translation", {0, 0.5, 0}}});
    model.document["scenes"][0]["nodes"] = {0, 1, 4};
    bound_file file(model);
    const binding::bind_file_report left = file.bind();
    CHECK(left.primitives == 1);
    CHECK(left.skins_added == 0);
    CHECK_FALSE(file.json()["nodes"][4].contains("skin"));
    REQUIRE(left.warnings.size() == 1);
    CHECK(left.warnings[0].find("--all-meshes") != std::string::npos);

    fs::remove(file.options.out);
    file.options.all_meshes = true;
    const binding::bind_file_report report = file.bind();
    CHECK(report.primitives == 2);
    CHECK(report.skins_added == 1);
    CHECK(off_at_rest(file) < 1e-6);
}

TEST_CASE("clips that move a mesh's node are told of", "[binding]") {
    gltf_builder model = bare_tube();
    const int times = model.accessor<float>({0, 1}, "SCALAR");
    const int places = model.accessor<float>({0, 0, 0, 1, 0, 0}, "VEC3");
    model.add(
        "animations",
        {{"samplers", {{{"input", times}, {"output", places}}}},
         {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}}}}});
    const bound_file file(model);
    const binding::bind_file_report report = file.bind();
    REQUIRE(report.warnings.size() == 1);
    CHECK(report.warnings[0].find("clip") != std::string::npos);
}

TEST_CASE("bones are added from a list", "[binding]") {
    bound_file file(lone_tube());
    file.give_bones("bones.json", three_bones);
    const binding::bind_file_report report = file.bind();
    CHECK(report.nodes_added == 3);
    CHECK(report.skins_added == 1);
    const gltf::model after = file.read();
    for (const auto& [name, height] : {std::pair("hip", 0.0F), {"middle", 0.5F}, {"tip", 1.0F}}) {
        const auto& names = after.bones.names;
        const auto found = std::find(names.begin(), names.end(), name);
        REQUIRE(found != names.end());
        CHECK(after.bones.rest_head[static_cast<std::size_t>(found - names.begin())] ==
              vec3<float>{0, height, 0});
    }
    CHECK(off_at_rest(file) < 1e-6);
    const nlohmann::ordered_json json = file.json();
    CHECK(json["scenes"][0]["nodes"] == nlohmann::ordered_json({0, 2}));
}

TEST_CASE("bones of several roots get a common one", "[binding]") {
    bound_file file(lone_tube());
    file.give_bones("bones.json", R"([
        {"name": "left", "parent": null, "head": [-0.1, 0, 0], "tail": [-0.1, 1, 0]},
        {"name": "right", "parent": null, "head": [0.1, 0, 0], "tail": [0.1, 1, 0]}])");
    const binding::bind_file_report report = file.bind();
    CHECK(report.nodes_added == 3);
    CHECK(report.joints == 2);
    CHECK(off_at_rest(file) < 1e-6);
}

TEST_CASE("bones are taken from another file", "[binding]") {
    bound_file file(lone_tube());
    gltf_builder other = test::tube();
    other.add("nodes", {{"name", "object"}, {"children", {0, 1}}, {"scale", {0.5, 0.5, 0.5}}});
    other.document["scenes"][0]["nodes"] = {4};
    SECTION("with a skin") { file.give_bones("other.glb", other.binary()); }
    SECTION("with nodes alone") {
        other.document.erase("skins");
        other.document["nodes"][0].erase("skin");
        file.give_bones("other.glb", other.binary());
    }
    const binding::bind_file_report report = file.bind();
    CHECK(report.nodes_added == 4); // with the object, whose scale counts
    CHECK(report.joints == 3);
    const gltf::model after = file.read();
    const auto& names = after.bones.names;
    const auto found = std::find(names.begin(), names.end(), "tip");
    REQUIRE(found != names.end());
    CHECK(after.bones.rest_head[static_cast<std::size_t>(found - names.begin())] ==
          vec3<float>{0, 0.5F, 0});
    CHECK(off_at_rest(file) < 1e-6);
}

TEST_CASE("a model without bones says how to give it some", "[binding][bad-input]") {
    bound_file file(lone_tube());
    const error why = file.refused();
    CHECK(why.name == errors::no_bone);
    CHECK(why.message.find("--bones") != std::string::npos);
    file.give_bones("bones.txt", three_bones);
    CHECK(file.refused().name == errors::wrong_suffix);
    file.options.bones = file.folder.path() / "none.json";
    CHECK(file.refused().name == errors::missing_file);
    file.give_bones("none.glb", "glTF");
    CHECK(file.refused().name == errors::bad_container);
}

TEST_CASE("bones of two skeletons are not mixed", "[binding][bad-input]") {
    gltf_builder model = bare_tube();
    model.add("nodes", {{"name", "second"}, {"children", {5}}});
    model.add("nodes", {{"name", "end"}, {"translation", {0, 1, 0}}});
    model.document["scenes"][0]["nodes"] = {0, 1, 4};
    bound_file file(model);
    const error why = file.refused();
    CHECK(why.name == errors::bad_skin);
    CHECK(why.message.find("--root") != std::string::npos);
    file.options.root = "second";
    CHECK(file.bind().joints == 2);
}
