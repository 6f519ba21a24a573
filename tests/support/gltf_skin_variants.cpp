#include "support/gltf_variants.hpp"

#include <cmath>

namespace jounce::test {
namespace {

constexpr std::size_t vertices = 16;

nlohmann::json& attributes(gltf_builder& of) {
    return of.document["meshes"][0]["primitives"][0]["attributes"];
}

} // namespace

gltf_builder two_sets() {
    gltf_builder out = tube();
    std::vector<std::uint16_t> joints;
    std::vector<float> weights;
    for (std::size_t v = 0; v < vertices; ++v) {
        const auto a = static_cast<std::uint16_t>(v % 3);
        const auto b = static_cast<std::uint16_t>((v + 1) % 3);
        // The last place is unused and holds a joint that is not there.
        joints.insert(joints.end(), {a, b, a, 999});
        weights.insert(weights.end(), {0.5F, 0.25F, 0.05F * static_cast<float>(v % 4), 0});
    }
    attributes(out)["JOINTS_1"] = out.accessor(joints, "VEC4");
    attributes(out)["WEIGHTS_1"] = out.accessor(weights, "VEC4");
    return out;
}

gltf_builder quantised_weights(int bytes) {
    gltf_builder out = tube();
    const float most = bytes == 1 ? 255.0F : 65535.0F;
    std::vector<std::uint16_t> weights;
    std::vector<std::uint16_t> joints;
    for (std::size_t v = 0; v < vertices; ++v) {
        const float share = 0.1F + 0.05F * static_cast<float>(v);
        weights.insert(weights.end(),
                       {static_cast<std::uint16_t>(std::lround(share * most)),
                        static_cast<std::uint16_t>(std::lround((1 - share) * most)), 0, 0});
        joints.insert(joints.end(), {static_cast<std::uint16_t>(v % 3),
                                     static_cast<std::uint16_t>((v + 2) % 3), 0, 0});
    }
    if (bytes == 1) {
        attributes(out)["WEIGHTS_0"] =
            out.accessor(std::vector<std::uint8_t>(weights.begin(), weights.end()), "VEC4", true);
    } else {
        attributes(out)["WEIGHTS_0"] = out.accessor(weights, "VEC4", true);
        attributes(out)["JOINTS_0"] = out.accessor(joints, "VEC4");
    }
    return out;
}

gltf_builder no_matrices() {
    gltf_builder out = tube();
    out.document["skins"][0].erase("inverseBindMatrices");
    return out;
}

gltf_builder two_skins() {
    gltf_builder out = tube();
    std::vector<float> matrices;
    for (const float y : {-1.0F, 0.0F}) { // tip, hip; doubled, so that the second tube is fatter
        matrices.insert(matrices.end(), {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0.1F, y, 0, 1});
    }
    out.add("skins", {{"name", "second"},
                      {"joints", {3, 1}},
                      {"skeleton", 1},
                      {"inverseBindMatrices", out.accessor(matrices, "MAT4")}});
    std::vector<std::uint8_t> joints;
    std::vector<float> weights;
    for (std::size_t v = 0; v < vertices; ++v) {
        joints.insert(joints.end(), {0, 1, 0, 0});
        weights.insert(weights.end(),
                       {0.05F * static_cast<float>(v), 1 - 0.05F * static_cast<float>(v), 0, 0});
    }
    nlohmann::json second = out.document["meshes"][0];
    second["name"] = "second tube";
    second["primitives"][0]["attributes"]["JOINTS_0"] = out.accessor(joints, "VEC4");
    second["primitives"][0]["attributes"]["WEIGHTS_0"] = out.accessor(weights, "VEC4");
    out.add("nodes", {{"mesh", out.add("meshes", second)}, {"skin", 1}});
    return out;
}

gltf_builder skipped_nodes() {
    gltf_builder out = tube();
    // 4 stands between hip and middle, 5 above the hip: later in the file than their children.
    out.add("nodes", {{"name", "between"},
                      {"children", {2}},
                      {"translation", {0.1, -0.2, 0.3}},
                      {"rotation", {0, 0, 0.25881905, 0.96592583}}});
    out.add("nodes", {{"name", "above"},
                      {"children", {1}},
                      {"scale", {1.5, 1.5, 1.5}},
                      {"rotation", {0.70710678, 0, 0, 0.70710678}}});
    out.document["nodes"][1]["children"] = {4};
    out.document["scenes"][0]["nodes"] = {0, 5};
    return out;
}

gltf_builder moved_mesh_node() {
    gltf_builder out = tube();
    out.document["nodes"][0]["translation"] = {7, 8, 9};
    out.document["nodes"][0]["scale"] = {3, 3, 3};
    out.add("nodes", {{"name", "shelf"}, {"translation", {-5, 0, 0}}, {"children", {0}}});
    return out;
}

gltf_builder matrix_nodes() {
    gltf_builder out = tube();
    // Columns: y, -x, z times 2, moved; then one that mirrors x.
    out.document["nodes"][1]["matrix"] = {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1};
    out.document["nodes"][3].erase("translation");
    out.document["nodes"][3]["matrix"] = {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0.25, 1};
    return out;
}

gltf_builder uneven_scale() {
    gltf_builder out = tube();
    out.document["nodes"][1]["scale"] = {1, 2, 0.5};
    const int times = out.accessor<float>({0.25F, 1}, "SCALAR");
    const int scales = out.accessor<float>({1, 1, 1, 1.5F, 0.5F, 2}, "VEC3");
    nlohmann::json& clip = out.document["animations"][0];
    clip["samplers"].push_back({{"input", times}, {"output", scales}, {"interpolation", "LINEAR"}});
    clip["channels"].push_back({{"sampler", 1}, {"target", {{"node", 3}, {"path", "scale"}}}});
    return out;
}

} // namespace jounce::test
