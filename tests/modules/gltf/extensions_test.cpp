// Hidden nodes, instances and channels by pointer.

#include "support/gltf_variants.hpp"
#include "support/shown_model.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/gltf/extensions.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::test {
namespace {

using Catch::Approx;
using nlohmann::json;

bool warns(const gltf::model& of, const std::string& words) {
    return std::any_of(of.warnings.begin(), of.warnings.end(), [&](const std::string& warning) {
        return warning.find(words) != std::string::npos;
    });
}

gltf_builder hidden(std::size_t node, const json& visible) {
    gltf_builder out = rigid();
    out.document["extensionsUsed"] = {"KHR_node_visibility"};
    out.document["extensionsRequired"] = {"KHR_node_visibility"};
    out.document["nodes"][node]["extensions"]["KHR_node_visibility"]["visible"] = visible;
    return out;
}

std::vector<bool> shown_nodes(const gltf::model& of) {
    std::vector<bool> out(of.bone_of_node.size());
    for (const gltf::mesh& mesh : of.meshes) {
        out[static_cast<std::size_t>(mesh.node)] = mesh.is_visible;
    }
    return out;
}

/// A turned and moved node with instances of its mesh.
gltf_builder instanced(const std::vector<float>& translations, const std::vector<float>& rotations,
                       const std::vector<float>& scales) {
    gltf_builder out = rigid();
    out.document["extensionsUsed"] = {"EXT_mesh_gpu_instancing"};
    out.document["extensionsRequired"] = {"EXT_mesh_gpu_instancing"};
    json& node = out.document["nodes"][0];
    node["translation"] = {1, 2, 3};
    node["rotation"] = {0, 0.6, 0, 0.8};
    node["scale"] = {2, 2, 2};
    json& attributes = node["extensions"]["EXT_mesh_gpu_instancing"]["attributes"];
    attributes["TRANSLATION"] = out.accessor(translations, "VEC3");
    attributes["ROTATION"] = out.accessor(rotations, "VEC4");
    attributes["SCALE"] = out.accessor(scales, "VEC3");
    attributes["_ID"] = out.accessor<float>(std::vector<float>(translations.size() / 3), "SCALAR");
    return out;
}

json pointer_channel(int sampler, const std::string& pointer) {
    return {{"sampler", sampler},
            {"target",
             {{"path", "pointer"},
              {"extensions", {{"KHR_animation_pointer", {{"pointer", pointer}}}}}}}};
}

gltf_builder by_pointer() {
    gltf_builder out = tube();
    out.document["extensionsUsed"] = {"KHR_animation_pointer"};
    out.document["extensionsRequired"] = {"KHR_animation_pointer"};
    out.document["animations"][0]["channels"] =
        json::array({pointer_channel(0, "/nodes/2/rotation")});
    return out;
}

} // namespace

TEST_CASE("meshes of hidden nodes are marked, and those below them", "[gltf][extensions]") {
    // Nodes 1, 2, 3 and 4 are a chain, 0 and 5 stand beside it; each has a mesh.
    CHECK(shown_nodes(good(hidden(2, false))) ==
          std::vector<bool>{true, true, false, false, false, true});
    CHECK(shown_nodes(good(hidden(0, false))) ==
          std::vector<bool>{false, true, true, true, true, true});
    CHECK(shown_nodes(good(hidden(2, true))) == std::vector<bool>(6, true));
    // A child that is visible stays hidden under a node that is not.
    gltf_builder both = hidden(1, false);
    both.document["nodes"][3]["extensions"]["KHR_node_visibility"]["visible"] = true;
    CHECK(shown_nodes(good(both)) == std::vector<bool>{true, false, false, false, false, true});
    gltf_builder none = hidden(1, false);
    none.document["nodes"][1]["extensions"]["KHR_node_visibility"] = json::object();
    CHECK(shown_nodes(good(none)) == std::vector<bool>(6, true));
    // Bones are there all the same, and so are the vertices.
    const gltf::model read = good(hidden(2, false));
    CHECK(read.bones.bone_count() == 6);
    CHECK(read.meshes.size() == good(rigid()).meshes.size());
    CHECK(parse(hidden(2, "no")).error().name == "wrong_type");
}

TEST_CASE("instances are placements that draw a node's mesh where they are", "[gltf][extensions]") {
    const std::vector<float> translations = {0, 0, 0, 4, 5, 6, -1, 0, 2};
    const std::vector<float> rotations = {0, 0, 0, 1, 0.6F, 0, 0, 0.8F, 0, 0, 1, 0};
    const std::vector<float> scales = {1, 1, 1, 2, 2, 2, 0.5F, 0.5F, 0.5F};
    const gltf::model read = good(instanced(translations, rotations, scales));
    REQUIRE(read.instances.size() == 1);
    CHECK(read.instances[0].node == 0);
    REQUIRE(read.instances[0].places.size() == 3);
    CHECK_FALSE(warns(read, "instanc"));

    const placement whole = {{10, 20, 30}, {0, 0, 0.6F, 0.8F}, 3};
    const std::vector<placement> found = gltf::placements_of(read, read.instances[0], whole);
    REQUIRE(found.size() == 3);
    const affine<double> node = {scaled_columns(to_matrix(quat<double>{0, 0.6, 0, 0.8}), {2, 2, 2}),
                                 {1, 2, 3}};
    for (std::size_t i = 0; i < 3; ++i) {
        const float* t = translations.data() + 3 * i;
        const float* q = rotations.data() + 4 * i;
        for (const vec3<double>& v : {vec3<double>{0, 0, 0}, vec3<double>{0.3, -2, 1}}) {
            // The specification: node x instance x vertex; then where the model stands.
            const quat<double> turn = cast<double>(quat<float>{q[0], q[1], q[2], q[3]});
            const double scale = static_cast<double>(scales[3 * i]);
            const vec3<double> in_node =
                cast<double>(vec3<float>{t[0], t[1], t[2]}) + scale * rotate(turn, v);
            const vec3<double> wanted =
                whole.position + 3.0 * rotate(quat<double>{0, 0, 0.6, 0.8}, node * in_node);
            // A character that stands at the placement and draws the node.
            const placement& at = found[i];
            const vec3<double> drawn =
                at.position + static_cast<double>(at.scale) *
                                  rotate(normalised(cast<double>(at.rotation)), node * v);
            CHECK(length(drawn - wanted) < 1e-4);
        }
    }
}

TEST_CASE("every instance becomes a character, and the rest one more", "[gltf][extensions]") {
    const gltf::model read =
        good(instanced({0, 0, 0, 1, 0, 0}, {0, 0, 0, 1, 0, 0, 0, 1}, {1, 1, 1, 1, 1, 1}));
    const auto kind = gltf::make_ready_kind(read);
    REQUIRE(kind);
    entt::registry registry;
    const auto all = gltf::spawn_instances(registry, read, *kind);
    REQUIRE(all.size() == 3);
    CHECK(all[0].node == -1);
    CHECK(all[1].node == 0);
    CHECK(all[2].node == 0);
    for (const gltf::spawned_instance& one : all) {
        CHECK(registry.try_get<placement>(one.who) != nullptr);
    }
    const gltf::model plain = good(tube());
    const auto single = gltf::make_ready_kind(plain);
    REQUIRE(single);
    CHECK(gltf::spawn_instances(registry, plain, *single).size() == 1);
}

TEST_CASE("odd instances are told, wrong ones refused", "[gltf][extensions][malformed]") {
    const std::vector<float> straight = {0, 0, 0, 1};
    gltf::model read = good(instanced({0, 0, 0}, straight, {1, 2, 1}));
    CHECK(warns(read, "differently along their axes"));
    CHECK(gltf::placements_of(read, read.instances[0])[0].scale == Approx(std::cbrt(2.0)));
    CHECK(warns(good(instanced({0, 0, 0}, straight, {-1, 1, 1})), "mirrors"));
    CHECK(warns(good(instanced({0, 0, 0}, {0, 0, 0, 0}, {1, 1, 1})), "of no length"));
    CHECK(parse(instanced({0, 0, 0, 1, 1, 1}, straight, {1, 1, 1})).error().name == "bad_accessor");

    const auto changed = [&](const char* member, const json& value) {
        gltf_builder file = instanced({0, 0, 0}, straight, {1, 1, 1});
        file.document["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"][member] =
            value;
        return parse(file);
    };
    CHECK(changed("SCALE", 99).error().name == "bad_index");
    CHECK(changed("SCALE", "x").error().name == "wrong_type");
    CHECK(changed("ROTATION", 0).error().name == "bad_accessor");
    gltf_builder bare = instanced({0, 0, 0}, straight, {1, 1, 1});
    bare.document["nodes"][0].erase("mesh");
    read = good(bare);
    CHECK(read.instances.empty());
    CHECK(warns(read, "without mesh"));
    // As many as the file asks for, but no more memory than is allowed.
    gltf_builder many = instanced({0, 0, 0}, straight, {1, 1, 1});
    json& attributes =
        many.document["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"];
    attributes = {{"TRANSLATION", many.accessor_on(-1, 5126, "VEC3", 2000000000)}};
    CHECK(parse(many).error().name == "too_large");
}

TEST_CASE("channels by pointer move nodes as ordinary ones do", "[gltf][extensions]") {
    const gltf::model read = good(by_pointer());
    const gltf::model plain = good(tube());
    CHECK(read.warnings.empty());
    REQUIRE(read.clips.clips[0].tracks.size() == 1);
    CHECK(read.clips.clips[0].tracks[0].bone == plain.clips.clips[0].tracks[0].bone);
    CHECK(read.clips.clips[0].values == plain.clips.clips[0].values);

    gltf_builder weights = morphs();
    json& channels = weights.document["animations"][0]["channels"];
    for (json& channel : channels) {
        const json target = channel["target"];
        channel = pointer_channel(channel["sampler"].get<int>(),
                                  "/nodes/" + std::to_string(target["node"].get<int>()) + "/" +
                                      target["path"].get<std::string>());
    }
    CHECK(good(weights).clips.clips[0].morphs.size() ==
          good(morphs()).clips.clips[0].morphs.size());
}

TEST_CASE("channels to other targets are left out with a note", "[gltf][extensions]") {
    const char* others[] = {"/materials/0/pbrMetallicRoughness/baseColorFactor",
                            "/nodes/2/extensions/KHR_node_visibility/visible",
                            "/nodes/2/weights/0",
                            "/nodes/99/rotation",
                            "/nodes/-1/rotation",
                            "/nodes/99999999999999999999/rotation",
                            "/nodes//rotation",
                            "/nodes",
                            "nonsense"};
    for (const char* pointer : others) {
        INFO(pointer);
        gltf_builder file = by_pointer();
        file.document["animations"][0]["channels"].push_back(pointer_channel(0, pointer));
        const gltf::model read = good(file);
        CHECK(read.clips.clips[0].tracks.size() == 1);
        REQUIRE(read.warnings.size() == 1);
        CHECK(warns(read, "/animations/0/channels/1: "));
        CHECK(warns(read, "left out"));
    }
    for (const json& wrong : {json(3), json(nullptr), json::object(), json("x")}) {
        gltf_builder file = by_pointer();
        file.document["animations"][0]["channels"][0]["target"]["extensions"]
                     ["KHR_animation_pointer"] = wrong;
        const gltf::model read = good(file);
        CHECK(read.clips.clips[0].tracks.empty());
        CHECK(read.warnings.size() == 1);
    }
}

TEST_CASE("extensions that a file uses are listed with what becomes of them",
          "[gltf][extensions]") {
    gltf_builder file = tube();
    file.document["extensionsUsed"] = {"KHR_materials_unlit", "ACME_bones",
                                       "KHR_mesh_quantization"};
    file.document["extensionsRequired"] = {"KHR_mesh_quantization"};
    const gltf::model read = good(file);
    REQUIRE(read.extensions.size() == 3);
    CHECK(read.extensions[0].is_known);
    CHECK_FALSE(read.extensions[1].is_known);
    CHECK(read.extensions[1].said == "jounce does not read it");
    CHECK_FALSE(read.extensions[1].is_required);
    CHECK(read.extensions[2].is_required);
}

} // namespace jounce::test
