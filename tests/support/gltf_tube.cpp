#include "support/gltf_files.hpp"

#include <array>
#include <cmath>

namespace jounce::test {
namespace {

constexpr int rings = 4;
constexpr int sides = 4;

} // namespace

gltf_builder still_tube() {
    gltf_builder out;
    std::vector<float> positions;
    std::vector<float> normals;
    std::vector<std::uint8_t> joints;
    std::vector<float> weights;
    for (int ring = 0; ring < rings; ++ring) {
        for (int side = 0; side < sides; ++side) {
            const float angle = 1.5707964F * static_cast<float>(side) + 0.3F;
            const float x = std::cos(angle);
            const float z = std::sin(angle);
            positions.insert(positions.end(),
                             {0.2F * x, 0.5F * static_cast<float>(ring), 0.2F * z});
            normals.insert(normals.end(), {x, 0, z});
            // Each ring between two joints; the last on the tip alone.
            const auto joint = static_cast<std::uint8_t>(ring < 3 ? ring : 2);
            const auto next = static_cast<std::uint8_t>(joint < 2 ? joint + 1 : joint);
            joints.insert(joints.end(), {joint, next, 0, 0});
            const float weight = joint == next ? 1.0F : 0.75F - 0.125F * static_cast<float>(side);
            weights.insert(weights.end(), {weight, 1 - weight, 0, 0});
        }
    }
    std::vector<std::uint16_t> indices;
    for (int ring = 0; ring + 1 < rings; ++ring) {
        for (int side = 0; side < sides; ++side) {
            const auto at = [&](int r, int s) {
                return static_cast<std::uint16_t>(r * sides + s % sides);
            };
            indices.insert(indices.end(),
                           {at(ring, side), at(ring + 1, side), at(ring, side + 1),
                            at(ring, side + 1), at(ring + 1, side), at(ring + 1, side + 1)});
        }
    }
    std::vector<float> matrices;
    for (int joint = 0; joint < 3; ++joint) {
        matrices.insert(matrices.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0,
                                         -0.5F * static_cast<float>(joint), 0, 1});
    }
    out.accessor(positions, "VEC3");
    out.accessor(normals, "VEC3");
    out.accessor(indices, "SCALAR");
    out.accessor(joints, "VEC4");
    out.accessor(weights, "VEC4");
    out.accessor(matrices, "MAT4");
    out.add("meshes",
            {{"name", "tube"},
             {"primitives",
              {{{"attributes", {{"POSITION", 0}, {"NORMAL", 1}, {"JOINTS_0", 3}, {"WEIGHTS_0", 4}}},
                {"indices", 2}}}}});
    out.add("skins", {{"joints", {1, 2, 3}}, {"inverseBindMatrices", 5}});
    out.add("nodes", {{"name", "tube"}, {"mesh", 0}, {"skin", 0}});
    out.add("nodes", {{"name", "hip"}, {"children", {2}}});
    out.add("nodes", {{"name", "middle"}, {"children", {3}}, {"translation", {0, 0.5, 0}}});
    out.add("nodes", {{"name", "tip"}, {"translation", {0, 0.5, 0}}});
    out.document["scenes"] = {{{"nodes", {0, 1}}}};
    out.document["scene"] = 0;
    return out;
}

gltf_builder tube() {
    gltf_builder out = still_tube();
    const int times = out.accessor<float>({0, 0.5F, 1.25F}, "SCALAR");
    // No turn, 80 degrees about x, 50 about z.
    const int turns = out.accessor<float>(
        {0, 0, 0, 1, 0.64278764F, 0, 0, 0.76604444F, 0, 0, 0.42261827F, 0.90630776F}, "VEC4");
    out.add("animations",
            {{"name", "bend"},
             {"samplers", {{{"input", times}, {"output", turns}}}},
             {"channels", {{{"sampler", 0}, {"target", {{"node", 2}, {"path", "rotation"}}}}}}});
    return out;
}

} // namespace jounce::test
