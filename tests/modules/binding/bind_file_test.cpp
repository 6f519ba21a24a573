// Models with a skin: weights are made anew, all else stays.

#include "bound_file.hpp"

#include <jounce/modules/result/error_names.hpp>

using namespace jounce;
using namespace jounce_test;
using test::gltf_builder;

namespace {

/// A tube with things that nobody knows.
gltf_builder decorated() {
    gltf_builder out = test::tube();
    out.document["extras"] = {{"studio", {1, 2.5, "three"}}};
    auto& primitive = out.document["meshes"][0]["primitives"][0];
    primitive["extras"] = {{"mine", true}};
    out.add("materials", {{"name", "skin"}});
    primitive["material"] = 0;
    std::vector<float> coordinates(32, 0.25F);
    primitive["attributes"]["TEXCOORD_0"] = out.accessor(coordinates, "VEC2");
    primitive["attributes"]["_MOOD"] = out.accessor(std::vector<float>(16, 0.5F), "SCALAR");
    return out;
}

/// The same with the upper half of the tube in a primitive of its own, on the same positions.
gltf_builder in_two() {
    gltf_builder out = test::still_tube();
    auto& primitives = out.document["meshes"][0]["primitives"];
    nlohmann::json lower = {
        {"bufferView", 2}, {"componentType", 5123}, {"count", 36}, {"type", "SCALAR"}};
    nlohmann::json upper = lower;
    upper["byteOffset"] = 72;
    primitives.push_back(primitives[0]);
    primitives[0]["indices"] = out.add("accessors", lower);
    primitives[1]["indices"] = out.add("accessors", upper);
    return out;
}

} // namespace

TEST_CASE("weights are made anew and nothing else changes", "[binding]") {
    const bound_file file(decorated());
    const binding::bind_file_report report = file.bind();
    CHECK(report.vertices == 16);
    CHECK(report.primitives == 1);
    CHECK(report.joints == 3);
    CHECK(report.skins_added == 0);
    CHECK(report.warnings.empty());
    const gltf::model before = file.read(false);
    const gltf::model after = file.read();
    CHECK(after.warnings.empty());
    CHECK(after.meshes[0].vertices.positions == before.meshes[0].vertices.positions);
    CHECK(after.meshes[0].vertices.normals == before.meshes[0].vertices.normals);
    CHECK(after.meshes[0].triangles == before.meshes[0].triangles);
    CHECK(after.meshes[0].surface.texcoords == before.meshes[0].surface.texcoords);
    CHECK(after.clips.clips.size() == 1);
    check_rows(after.meshes[0]);
    nlohmann::ordered_json json = file.json();
    const nlohmann::ordered_json attributes = json["meshes"][0]["primitives"][0]["attributes"];
    CHECK(attributes["_MOOD"] == 9);
    CHECK(attributes["JOINTS_0"] != 3);
    CHECK(json["skins"][0]["inverseBindMatrices"] == 5);
    CHECK(json["nodes"].size() == 4);
    CHECK(json["extras"]["studio"][2] == "three");
    CHECK(json["meshes"][0]["primitives"][0]["extras"]["mine"] == true);
    CHECK(json["meshes"][0]["primitives"][0]["material"] == 0);
    CHECK(json["accessors"][attributes["JOINTS_0"].get<std::size_t>()]["componentType"] == 5121);
    const auto& weights = json["accessors"][attributes["WEIGHTS_0"].get<std::size_t>()];
    CHECK(weights["componentType"] == 5123);
    CHECK(weights["normalized"] == true);
}

TEST_CASE("a skin without weights is given some", "[binding]") {
    gltf_builder model = test::still_tube();
    auto& attributes = model.document["meshes"][0]["primitives"][0]["attributes"];
    attributes.erase("JOINTS_0");
    attributes.erase("WEIGHTS_0");
    const bound_file file(model);
    CHECK(file.bind().warnings.empty());
    const gltf::model after = file.read();
    CHECK(after.skins.size() == 1);
    check_rows(after.meshes[0]);
}

TEST_CASE("a skin without matrices gets those of its nodes at rest", "[binding]") {
    gltf_builder model = test::still_tube();
    model.document["skins"][0].erase("inverseBindMatrices");
    const bound_file file(model);
    CHECK(file.bind().warnings.size() == 1);
    const gltf::model after = file.read();
    check_rows(after.meshes[0]);
    const auto places = skinned_at_rest(after, after.meshes[0]);
    for (std::size_t v = 0; v < places.size(); ++v) {
        CHECK(length(places[v] - cast<double>(after.meshes[0].vertices.positions[v])) < 1e-6);
    }
}

TEST_CASE("primitives of one skin are bound as one surface", "[binding]") {
    const bound_file whole(test::still_tube());
    const bound_file halves(in_two());
    whole.bind();
    const binding::bind_file_report report = halves.bind();
    CHECK(report.vertices == 16); // positions are shared
    CHECK(report.primitives == 2);
    const gltf::model one = whole.read();
    const gltf::model two = halves.read();
    REQUIRE(two.meshes.size() == 2);
    for (const gltf::mesh& mesh : two.meshes) {
        check_rows(mesh);
        REQUIRE(mesh.vertices.influences.size() == one.meshes[0].vertices.influences.size());
        for (std::size_t i = 0; i < mesh.vertices.influences.size(); ++i) {
            const influence& a = mesh.vertices.influences[i];
            const influence& b = one.meshes[0].vertices.influences[i];
            CHECK(a.joint == b.joint);
            CHECK(a.weight == b.weight);
        }
    }
}

TEST_CASE("weights are stored as they are asked for", "[binding]") {
    bound_file file(test::still_tube());
    const auto component = [&] {
        const binding::bind_file_report report = file.bind();
        const nlohmann::ordered_json json = file.json();
        const auto& attributes = json["meshes"][0]["primitives"][0]["attributes"];
        CHECK(report.rounding < 1.0 / 255);
        check_rows(file.read().meshes[0]);
        return json["accessors"][attributes["WEIGHTS_0"].get<std::size_t>()]["componentType"]
            .get<int>();
    };
    CHECK(component() == 5123);
    file.options.format = bake::weight_format::u8;
    CHECK(component() == 5121);
    file.options.format = bake::weight_format::f32;
    CHECK(component() == 5126);
    CHECK(file.bind().rounding == 0);
}

TEST_CASE("bones that moved nothing stay so unless all are wanted", "[binding]") {
    gltf_builder model = test::still_tube();
    // All vertices on the hip.
    std::vector<std::uint8_t> joints(64, 0);
    std::vector<float> weights;
    for (int v = 0; v < 16; ++v) {
        weights.insert(weights.end(), {1, 0, 0, 0});
    }
    auto& attributes = model.document["meshes"][0]["primitives"][0]["attributes"];
    attributes["JOINTS_0"] = model.accessor(joints, "VEC4");
    attributes["WEIGHTS_0"] = model.accessor(weights, "VEC4");
    bound_file file(model);
    CHECK(file.bind().idle == std::vector<std::string>{"middle", "tip"});
    CHECK(file.read().meshes[0].vertices.influences.size() == 16);
    file.options.all_bones = true;
    CHECK(file.bind().bones_used == 3);
    file.options.without = {"tip"};
    CHECK(file.bind().bones_used == 2);
    const gltf::model read = file.read();
    for (const influence& one : read.meshes[0].vertices.influences) {
        CHECK(one.joint < 2);
    }
}

TEST_CASE("what cannot be bound is refused and nothing is written", "[binding][bad-input]") {
    bound_file file(test::still_tube());
    SECTION("names of bones") {
        file.options.without = {"tipp"};
        const error why = file.refused();
        CHECK(why.name == errors::unknown_bone);
        CHECK(why.message.find("\"tip\"") != std::string::npos);
    }
    SECTION("no bone left") {
        file.options.without = {"hip", "middle", "tip"};
        CHECK(file.refused().name == errors::no_bone);
    }
    SECTION("bones where there are some") {
        file.give_bones("b.json", "[]");
        CHECK(file.refused().name == errors::inconsistent);
    }
    SECTION("a suffix of something else") {
        file.options.out = file.folder.path() / "out.gltf";
        CHECK(file.refused().name == errors::wrong_suffix);
        file.options.out = file.folder.path() / "out";
        CHECK(file.refused().name == errors::wrong_suffix);
    }
    SECTION("the model itself") {
        const std::string before = read_text(file.options.in);
        file.options.out = file.options.in;
        const auto done = binding::bind_file(file.options);
        REQUIRE_FALSE(done);
        CHECK(done.error().name == errors::cannot_write);
        CHECK(read_text(file.options.in) == before);
    }
    SECTION("matrices without an inverse") {
        gltf_builder model = test::still_tube();
        model.document["skins"][0]["inverseBindMatrices"] =
            model.accessor(std::vector<float>(48, 0.0F), "MAT4");
        const bound_file flat(model);
        CHECK(flat.refused().name == errors::bad_skin);
    }
    SECTION("a model without meshes") {
        gltf_builder model = test::still_tube();
        for (const char* member : {"meshes", "skins"}) {
            model.document.erase(member);
        }
        model.document["nodes"][0] = {{"name", "empty"}};
        CHECK(bound_file(model).refused().name == errors::no_mesh);
    }
    SECTION("a watcher who has seen enough") {
        const auto done = binding::bind_file(
            file.options, [](std::string_view, double share) { return share < 0.1; });
        REQUIRE_FALSE(done);
        CHECK(done.error().name == errors::cancelled);
        CHECK_FALSE(fs::exists(file.options.out));
    }
}
