#include "modules/bake/swing_file.hpp"

#include <jounce/modules/authoring/add_helpers.hpp>
#include <jounce/modules/bake/bake_file.hpp>
#include <jounce/modules/gltf/model.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <algorithm>
#include <cmath>

using namespace jounce;
using namespace jounce_test;
using Catch::Matchers::WithinAbs;

namespace {

/// Two helpers before the hip, whose vertex is at (0, 1.05, 0.05), and one on the first of them.
const std::string helpers = R"({"jounce_springs": 1, "helpers": [
    {"name": "fat", "parent": "hip", "head": [0, 1, 0.05], "tail": [0, 1, 0.25], "share": 0.5},
    {"name": "fat2", "parent": "hip", "head": [0, 1.05, 0.15], "tail": [0, 1.05, 0.35], "reach": 0.4},
    {"name": "tip", "parent": "fat", "head": [0, 1, 0.25], "tail": [0, 1, 0.3], "reach": 0.5}],
  "springs": [{"bones": ["fat*"], "preset": "belly"}]})";

double smooth(double t) {
    t = std::clamp(t, 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

gltf::model read(const fs::path& file) {
    auto model = gltf::read_model(file);
    INFO((model ? "" : model.error().message));
    REQUIRE(model);
    return *std::move(model);
}

/// Weight of a vertex by the name of the bone.
double weight(const gltf::model& in, std::size_t vertex, const std::string& bone) {
    const skinned_mesh& mesh = in.meshes[0].vertices;
    double sum = 0;
    for (std::uint32_t i = mesh.first_influence[vertex]; i < mesh.first_influence[vertex + 1];
         ++i) {
        const std::int32_t of = in.joints[mesh.influences[i].joint].bone;
        if (in.bones.names[static_cast<std::size_t>(of)] == bone) {
            sum += static_cast<double>(mesh.influences[i].weight);
        }
    }
    return sum;
}

/// Where linear blend skinning puts a vertex in the rest pose, with plain matrices.
vec3<double> at_rest(const gltf::model& in, std::size_t vertex) {
    const skinned_mesh& mesh = in.meshes[0].vertices;
    vec3<double> out;
    for (std::uint32_t i = mesh.first_influence[vertex]; i < mesh.first_influence[vertex + 1];
         ++i) {
        const bind_description& joint = in.joints[mesh.influences[i].joint];
        const affine<double> bone =
            to_affine(cast<double>(in.bones.rest_model[static_cast<std::size_t>(joint.bone)]));
        out = out + static_cast<double>(mesh.influences[i].weight) *
                        (bone * (joint.inverse_bind * cast<double>(mesh.positions[vertex])));
    }
    return out;
}

} // namespace

TEST_CASE("helpers take weight from their parent by distance", "[bake]") {
    const temporary_folder folder;
    gltf::model model = read(swing_file().save(folder));
    const gltf::model before = model;
    const auto settings = parse_spring_file(helpers, "h.json");
    REQUIRE(settings);
    const auto added = authoring::add_helpers(model, *settings);
    REQUIRE(added);
    CHECK(added->count == 3);
    CHECK(added->changed == std::vector<std::uint8_t>{1});
    CHECK(added->warnings.empty());
    REQUIRE(model.bones.bone_count() == before.bones.bone_count() + 3);

    // Vertex 0 is all the hip's. Distances by hand: 0.05 to "fat" (length and reach 0.2), 0.1 to "fat2".
    const double fat = 0.5 * smooth(1 - 0.05 / 0.2);
    const double fat2 = smooth(1 - 0.1 / 0.4);
    const double whole = std::max(1.0, fat + fat2);
    const double tip = smooth(1 - std::hypot(0.05, 0.2) / 0.5);
    CHECK_THAT(weight(model, 0, "fat2"), WithinAbs(fat2 / whole, 1e-6));
    CHECK_THAT(weight(model, 0, "tip"), WithinAbs(fat / whole * tip, 1e-6));
    CHECK_THAT(weight(model, 0, "fat"), WithinAbs(fat / whole * (1 - tip), 1e-6));
    CHECK_THAT(weight(model, 0, "hip"), WithinAbs(std::max(0.0, 1 - (fat + fat2) / whole), 1e-6));
    for (std::size_t v = 0; v < 8; ++v) {
        double sum = 0;
        for (const std::string& bone : model.bones.names) {
            sum += weight(model, v, bone);
        }
        CHECK_THAT(sum, WithinAbs(1, 1e-6));
        CHECK(length(at_rest(model, v) - at_rest(before, v)) < 1e-6);
    }
}

TEST_CASE("helpers are written into the file", "[bake]") {
    const temporary_folder folder;
    bake::bake_options options;
    options.in = swing_file().save(folder);
    options.out = folder.path() / "out.glb";
    options.springs = folder.path() / "h.json";
    write_text(options.springs, helpers);
    const auto done = bake::bake_file(options);
    INFO((done ? "" : done.error().message));
    REQUIRE(done);
    CHECK(done->spring_bones == 2);
    const gltf::model after = read(options.out);
    const gltf::model before = read(options.in);
    REQUIRE(after.skins[0].joint_count == 10);
    CHECK_THAT(weight(after, 0, "fat2") + weight(after, 0, "fat") + weight(after, 0, "tip") +
                   weight(after, 0, "hip"),
               WithinAbs(1, 1e-6));
    CHECK(weight(after, 0, "fat2") > 0.4);
    for (std::size_t v = 0; v < 8; ++v) {
        CHECK(length(at_rest(after, v) - at_rest(before, v)) < 1e-5);
    }
    // Moved by the springs: a track each, and the child of a stretched bone.
    CHECK(done->clips[0].moved.front() == "fat");
    CHECK(take_apart(read_text(options.out)).json["nodes"].size() == 11);
}

TEST_CASE("helpers that do not fit the model are refused", "[bake][bad-input]") {
    const temporary_folder folder;
    const gltf::model model = read(swing_file().save(folder));
    const auto wrong = [&](const std::string& name, const std::string& parent) {
        const auto settings = parse_spring_file(
            "{\"jounce_springs\": 1,\n\"helpers\": [{\"name\": \"" + name + "\",\n\"parent\": \"" +
                parent + "\", \"head\": [0, 0, 0], \"tail\": [0, 1, 0]}], \"springs\": []}",
            "h.json");
        REQUIRE(settings);
        gltf::model copy = model;
        const auto added = authoring::add_helpers(copy, *settings);
        REQUIRE_FALSE(added);
        return added.error();
    };
    CHECK(wrong("fat", "hipp").name == "unknown_bone");
    CHECK(wrong("fat", "hipp").message.find("h.json:3:1: /helpers/0/parent") == 0);
    CHECK(wrong("fat", "hipp").message.find("\"hip\"") != std::string::npos);
    CHECK(wrong("head", "hip").name == "duplicate_name");
    CHECK(wrong("fat", "fat").name == "unknown_bone"); // no helper is its own parent
    gltf::model copy = model;
    const auto far = parse_spring_file(
        R"({"jounce_springs": 1, "helpers": [{"name": "far", "parent": "hip", "head": [9, 9, 9],
            "tail": [9, 9, 10]}], "springs": []})",
        "h.json");
    const auto added = authoring::add_helpers(copy, *far);
    REQUIRE(added);
    CHECK(added->warnings.size() == 1);
}
