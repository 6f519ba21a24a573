#include "support/gltf_variants.hpp"

#include <cmath>

namespace jounce::test {
namespace {

/// Numbers that look like nothing in particular, between -1 and 1.
float wild(int seed) { return std::sin(12.9898F * static_cast<float>(seed) + 4.1F); }

/// Values of one key; a rotation is a unit quaternion.
std::vector<float> key_value(const std::string& path, int seed) {
    if (path == "rotation") {
        std::vector<float> q = {wild(seed), wild(seed + 1), wild(seed + 2), 1.5F + wild(seed + 3)};
        const float norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (float& v : q) {
            v /= norm;
        }
        return q;
    }
    if (path == "scale") {
        const float size = 1 + 0.3F * wild(seed);
        return {size, size, size};
    }
    return {0.2F * wild(seed), 0.5F + 0.2F * wild(seed + 1), 0.2F * wild(seed + 2)};
}

std::vector<float> tangent(const std::string& path, int seed) {
    if (path == "scale") {
        return {wild(seed), wild(seed), wild(seed)};
    }
    std::vector<float> out;
    for (std::size_t i = 0; i < (path == "rotation" ? 4U : 3U); ++i) {
        out.push_back(wild(seed + static_cast<int>(i)));
    }
    return out;
}

void append(std::vector<float>& to, const std::vector<float>& what) {
    to.insert(to.end(), what.begin(), what.end());
}

} // namespace

gltf_builder interpolations() {
    gltf_builder out = still_tube();
    const std::vector<float> times = {0.1F, 0.4F, 0.45F, 1.1F, 2};
    const int input = out.accessor(times, "SCALAR");
    int seed = 0;
    for (const std::string mode : {"STEP", "LINEAR", "CUBICSPLINE"}) {
        nlohmann::json clip = {{"name", mode}};
        int sampler = 0;
        for (int node = 1; node <= 3; ++node) {
            for (const std::string path : {"scale", "rotation", "translation"}) {
                std::vector<float> values;
                for (std::size_t key = 0; key < times.size(); ++key) {
                    seed += 17;
                    if (mode == "CUBICSPLINE") {
                        append(values, tangent(path, seed + 5));
                    }
                    append(values, key_value(path, seed));
                    if (mode == "CUBICSPLINE") {
                        append(values, tangent(path, seed + 9));
                    }
                }
                const int output = out.accessor(values, path == "rotation" ? "VEC4" : "VEC3");
                clip["samplers"].push_back(
                    {{"input", input}, {"output", output}, {"interpolation", mode}});
                clip["channels"].push_back(
                    {{"sampler", sampler++}, {"target", {{"node", node}, {"path", path}}}});
            }
        }
        out.add("animations", clip);
    }
    // Rotations as bytes and shorts, which may stand in for floats.
    const int shorts =
        out.accessor<std::int16_t>({0, 0,     0, 32767, 23170, 0,     0, 23170, 0, -23170,
                                    0, 23170, 0, 0,     23170, 23170, 0, 0,     0, 32767},
                                   "VEC4", true);
    out.add("animations",
            {{"name", "SHORTS"},
             {"samplers", {{{"input", input}, {"output", shorts}}}},
             {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}}}});
    return out;
}

gltf_builder morphs() {
    gltf_builder out = tube();
    nlohmann::json& mesh = out.document["meshes"][0];
    for (int target = 0; target < 2; ++target) {
        std::vector<float> positions;
        std::vector<float> normals;
        for (int v = 0; v < 16; ++v) {
            append(positions,
                   {0.1F * wild(v + 100 * target), 0.05F * wild(3 * v), 0.1F * wild(7 * v)});
            append(normals, {0.2F * wild(v), 0.2F * wild(v + 1), 0});
        }
        nlohmann::json attributes = {{"POSITION", out.accessor(positions, "VEC3")}};
        if (target == 0) {
            attributes["NORMAL"] = out.accessor(normals, "VEC3");
        }
        mesh["primitives"][0]["targets"].push_back(attributes);
    }
    mesh["weights"] = {0.25, 0.5};
    mesh["extras"] = {{"targetNames", {"bulge", "lean"}}};
    // A second mesh node with its own weights, and no clip.
    out.add("nodes", {{"mesh", 0}, {"skin", 0}, {"weights", {1, -0.5}}});
    const int input = out.accessor<float>({0, 0.5F, 1}, "SCALAR");
    for (const std::string mode : {"STEP", "LINEAR", "CUBICSPLINE"}) {
        const int per_key = mode == "CUBICSPLINE" ? 6 : 2;
        std::vector<float> values;
        for (int i = 0; i < 3 * per_key; ++i) {
            values.push_back(wild(31 * i + per_key));
        }
        out.add("animations",
                {{"name", "weights " + mode},
                 {"samplers",
                  {{{"input", input},
                    {"output", out.accessor(values, "SCALAR")},
                    {"interpolation", mode}}}},
                 {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}}}}});
    }
    return out;
}

} // namespace jounce::test
