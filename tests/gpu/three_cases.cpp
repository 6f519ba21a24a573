#include "three_cases.hpp"

#include "support/gltf_gallery.hpp"
#include "support/gltf_painted.hpp"

#include <algorithm>
#include <fstream>

namespace gpu_test {

using namespace jounce;
namespace fs = std::filesystem;

namespace {

constexpr vec3<float> from_the_side = {0.6F, 0.35F, 1};
constexpr vec3<float> from_behind = {0.3F, 0.1F, -1}; ///< VRM 0.x looks there

std::vector<three_moment> rest_and_clip(std::int32_t clip) {
    return {{}, {clip, 0.2}, {clip, 0.5}, {clip, 0.8}};
}

/// Whose triangles are flat then.
test::gltf_builder without_normals(test::gltf_builder of) {
    for (nlohmann::json& mesh : of.document["meshes"]) {
        mesh["primitives"][0]["attributes"].erase("NORMAL");
    }
    return of;
}

/// With a scene, which others want to be told.
test::gltf_builder shown(test::gltf_builder of, const nlohmann::json& roots) {
    of.document["scenes"] = {{{"nodes", roots}}};
    of.document["scene"] = 0;
    return of;
}

} // namespace

std::vector<three_case> made_cases(const fs::path& folder) {
    std::vector<three_case> out;
    const auto add = [&](const std::string& name, const test::gltf_builder& file) -> three_case& {
        out.push_back({.name = name, .file = folder / (name + ".glb")});
        std::ofstream(out.back().file, std::ios::binary) << file.binary();
        return out.back();
    };
    add("gallery", test::gallery()).moments = {{}, {0, 0.3}, {0, 0.6}, {0, 0.9}};
    add("gallery_without_normals", without_normals(test::gallery())).from = from_the_side;
    add("painted", shown(test::painted(), {0}));
    add("painted_character", shown(test::painted_character(), {0, 1}));
    const fs::path models = JOUNCE_TEST_MODELS;
    out.push_back({.name = "figure", .file = models / "figure.glb", .from = from_the_side});
    out.push_back({.name = "heavy", .file = models / "heavy.glb", .from = from_the_side});
    out.push_back({.name = "galloper", .file = models / "galloper.glb", .from = from_the_side});
    out.back().moments = rest_and_clip(0);
    return out;
}

std::vector<three_case> asset_cases(const fs::path& folder) {
    std::vector<three_case> out;
    std::vector<fs::path> boards;
    if (fs::is_directory(folder / "materials")) {
        for (const fs::directory_entry& each : fs::directory_iterator(folder / "materials")) {
            if (each.path().extension() == ".glb") {
                boards.push_back(each.path());
            }
        }
    }
    std::sort(boards.begin(), boards.end());
    for (const fs::path& each : boards) {
        out.push_back({.name = each.stem().string(), .file = each});
        if (each.stem() == "OrientationTest") {
            out.back().from = from_the_side;
        } else if (each.stem() == "MorphStressTest") {
            out.back().from = from_the_side;
            out.back().moments = rest_and_clip(1);
        }
    }
    const auto add = [&](const char* name, const vec3<float>& from,
                         const std::vector<three_moment>& moments) {
        out.push_back({fs::path(name).stem().string(), folder / name, false, from, moments});
    };
    add("AnimatedMorphCube.glb", from_the_side, rest_and_clip(0));
    add("Fox.glb", from_the_side, rest_and_clip(2));
    add("InterpolationTest.glb", three_case{}.from, rest_and_clip(4));
    add("RiggedFigure.glb", from_the_side, rest_and_clip(0));
    add("RiggedSimple.glb", from_the_side, rest_and_clip(0));
    add("skel_bone_2025.glb", from_the_side, rest_and_clip(2));
    add("vrm/Godette_vrm_v4.vrm", from_behind, {{}});
    out.back().flat = true;
    out.erase(std::remove_if(out.begin(), out.end(),
                             [](const three_case& each) { return !fs::exists(each.file); }),
              out.end());
    return out;
}

} // namespace gpu_test
