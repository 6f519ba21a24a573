#include "limb_file.hpp"

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/tissue_file/skin_of.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>

#include <unistd.h>

namespace jounce::test {
namespace {

namespace fs = std::filesystem;

/// The root goes to and fro for a second.
void add_shake(gltf_builder& to) {
    std::vector<float> times, places;
    for (int k = 0; k <= 30; ++k) {
        times.push_back(static_cast<float>(k) / 30);
        places.insert(places.end(), {-0.15F, 0.04F * std::sin(0.6F * static_cast<float>(k)), 0});
    }
    const int input = to.accessor(times, "SCALAR");
    to.document["accessors"][static_cast<std::size_t>(input)]["min"] = {0};
    to.document["accessors"][static_cast<std::size_t>(input)]["max"] = {1};
    const int output = to.accessor(places, "VEC3");
    to.add("animations",
           {{"name", "shake"},
            {"samplers", {{{"input", input}, {"output", output}}}},
            {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "translation"}}}}}}});
}

} // namespace

gltf_builder limb_folder::model_of(const made_skin& skin) {
    gltf_builder out;
    std::vector<float> positions, normals, weights;
    std::vector<std::uint8_t> joints;
    vec3<float> least = {1e9F, 1e9F, 1e9F}, most = {-1e9F, -1e9F, -1e9F};
    for (std::size_t v = 0; v < skin.positions.size(); ++v) {
        const vec3<double>& p = skin.positions[v];
        const vec3<float> at = {static_cast<float>(p.x), static_cast<float>(p.y),
                                static_cast<float>(p.z)};
        positions.insert(positions.end(), {at.x, at.y, at.z});
        least = {std::min(least.x, at.x), std::min(least.y, at.y), std::min(least.z, at.z)};
        most = {std::max(most.x, at.x), std::max(most.y, at.y), std::max(most.z, at.z)};
        const double size = std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
        for (const double one : {p.x, p.y, p.z}) {
            normals.push_back(static_cast<float>(one / size));
        }
        float share[2] = {0, 0};
        for (const weights::bone_weight& one : skin.joints.of(v)) {
            share[one.bone] = static_cast<float>(one.weight);
        }
        joints.insert(joints.end(), {0, 1, 0, 0});
        weights.insert(weights.end(), {share[0], share[1], 0, 0});
    }
    const int position = out.accessor(positions, "VEC3");
    auto& bounds = out.document["accessors"][static_cast<std::size_t>(position)];
    bounds["min"] = {least.x, least.y, least.z};
    bounds["max"] = {most.x, most.y, most.z};
    const int normal = out.accessor(normals, "VEC3");
    const int indices = out.accessor(skin.triangles, "SCALAR");
    const int joint = out.accessor(joints, "VEC4");
    const int weight = out.accessor(weights, "VEC4");
    const int inverse = out.accessor<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.15F, 0, 0, 1,
                                             1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0,     0, 0, 1},
                                            "MAT4");
    out.add("meshes", {{"name", "limb"},
                       {"primitives",
                        {{{"attributes",
                           {{"POSITION", position},
                            {"NORMAL", normal},
                            {"JOINTS_0", joint},
                            {"WEIGHTS_0", weight}}},
                          {"indices", indices}}}}});
    out.add("skins", {{"joints", {1, 2}}, {"inverseBindMatrices", inverse}});
    out.add("nodes", {{"name", "skin"}, {"mesh", 0}, {"skin", 0}});
    out.add("nodes", {{"name", "upper"}, {"children", {2}}, {"translation", {-0.15, 0, 0}}});
    out.add("nodes", {{"name", "lower"}, {"translation", {0.15, 0, 0}}});
    out.document["scenes"] = {{{"nodes", {0, 1}}}};
    out.document["scene"] = 0;
    add_shake(out);
    return out;
}

limb_folder::limb_folder() {
    static std::atomic<int> count = 0;
    folder_ = fs::temp_directory_path() /
              ("jounce_limb_" + std::to_string(getpid()) + "_" + std::to_string(count++));
    fs::create_directories(folder_);
    write("limb.glb", model_of(made_limb()).binary());
    const auto model = gltf::read_model(this->model());
    REQUIRE(model);
    const auto skin = tissue::skin_of(*model);
    REQUIRE(skin);
    const auto baked = tissue::bake_tissue(skin->mesh(), made_limb().bones, quick_bake());
    REQUIRE(baked);
    REQUIRE(!tissue::write_tissue(flesh(), baked->tissue, baked->figures));
}

limb_folder::~limb_folder() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

fs::path limb_folder::write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
}

} // namespace jounce::test
