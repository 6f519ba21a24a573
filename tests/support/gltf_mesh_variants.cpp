#include "support/gltf_variants.hpp"

#include <cmath>
#include <cstring>

namespace jounce::test {
namespace {

constexpr std::size_t vertices = 16;

nlohmann::json& attributes(gltf_builder& of) {
    return of.document["meshes"][0]["primitives"][0]["attributes"];
}

std::vector<float> floats_of(const gltf_builder& from, int accessor, std::size_t count) {
    const nlohmann::json& view =
        from.document["bufferViews"]
                     [from.document["accessors"][static_cast<std::size_t>(accessor)]["bufferView"]
                          .get<std::size_t>()];
    std::vector<float> out(count);
    std::memcpy(out.data(), from.buffer.data() + view["byteOffset"].get<std::size_t>(),
                count * sizeof(float));
    return out;
}

nlohmann::json sparse_of(int count, int indices, int component, int values) {
    return {{"count", count},
            {"indices", {{"bufferView", indices}, {"componentType", component}}},
            {"values", {{"bufferView", values}}}};
}

} // namespace

gltf_builder sparse() {
    gltf_builder out = tube();
    // Three positions moved.
    const int some = out.view(out.bytes_of<std::uint8_t>({2, 3, 15}));
    const int moved = out.view(out.bytes_of<float>({1, 2, 3, -1, 0.5F, 0, 0, 3, 0}));
    out.document["accessors"][0]["sparse"] = sparse_of(3, some, 5121, moved);
    // The last triangle turned around.
    const int last = out.view(out.bytes_of<std::uint32_t>({69, 70, 71}));
    const int corners = out.view(out.bytes_of<std::uint16_t>({15, 12, 11}));
    out.document["accessors"][2]["sparse"] = sparse_of(3, last, 5125, corners);
    // A morph target that is nothing but sparse.
    const int target = out.accessor_on(-1, 5126, "VEC3", vertices);
    const int where = out.view(out.bytes_of<std::uint16_t>({0, 7}));
    const int delta = out.view(out.bytes_of<float>({0.5F, 0, 0, 0, 0, 0.25F}));
    out.document["accessors"][static_cast<std::size_t>(target)]["sparse"] =
        sparse_of(2, where, 5123, delta);
    nlohmann::json& mesh = out.document["meshes"][0];
    mesh["primitives"][0]["targets"] = {{{"POSITION", target}}};
    mesh["weights"] = {0.8};
    return out;
}

gltf_builder quantised_mesh() {
    gltf_builder out = tube();
    out.document["extensionsUsed"] = {"KHR_mesh_quantization"};
    out.document["extensionsRequired"] = {"KHR_mesh_quantization"};
    // Positions in steps of 1/1000 without normalising, four shorts apart; the matrices undo it.
    const std::vector<float> positions = floats_of(out, 0, 3 * vertices);
    const std::vector<float> normals = floats_of(out, 1, 3 * vertices);
    std::vector<std::int16_t> shorts;
    std::vector<std::int8_t> bytes;
    for (std::size_t v = 0; v < vertices; ++v) {
        for (std::size_t i = 0; i < 3; ++i) {
            shorts.push_back(static_cast<std::int16_t>(std::lround(1000 * positions[3 * v + i])));
            bytes.push_back(static_cast<std::int8_t>(std::lround(127 * normals[3 * v + i])));
        }
        shorts.push_back(-1);
        bytes.push_back(-128);
    }
    const int position_view = out.view(out.bytes_of(shorts), 8);
    const int normal_view = out.view(out.bytes_of(bytes), 4);
    attributes(out)["POSITION"] = out.accessor_on(position_view, 5122, "VEC3", vertices);
    attributes(out)["NORMAL"] = out.accessor_on(normal_view, 5120, "VEC3", vertices, true);
    attributes(out)["TEXCOORD_0"] =
        out.accessor<std::uint16_t>(std::vector<std::uint16_t>(2 * vertices, 32768), "VEC2", true);
    std::vector<float> matrices;
    for (int joint = 0; joint < 3; ++joint) {
        matrices.insert(matrices.end(), {0.001F, 0, 0, 0, 0, 0.001F, 0, 0, 0, 0, 0.001F, 0, 0,
                                         -0.5F * static_cast<float>(joint), 0, 1});
    }
    out.document["skins"][0]["inverseBindMatrices"] = out.accessor(matrices, "MAT4");
    return out;
}

gltf_builder interleaved() {
    gltf_builder out = tube();
    const std::vector<float> positions = floats_of(out, 0, 3 * vertices);
    const std::vector<float> normals = floats_of(out, 1, 3 * vertices);
    const std::vector<float> weights = floats_of(out, 4, 4 * vertices);
    std::string bytes = "pad."; // accessors begin after it
    for (std::size_t v = 0; v < vertices; ++v) {
        const auto part = [&](const std::vector<float>& from, std::size_t size) {
            const auto begin = from.begin() + static_cast<std::ptrdiff_t>(size * v);
            bytes +=
                out.bytes_of(std::vector<float>(begin, begin + static_cast<std::ptrdiff_t>(size)));
        };
        part(normals, 3);
        part(weights, 4);
        part(positions, 3);
    }
    const int view = out.view(bytes, 40);
    attributes(out)["NORMAL"] = out.accessor_on(view, 5126, "VEC3", vertices, false, 4);
    attributes(out)["WEIGHTS_0"] = out.accessor_on(view, 5126, "VEC4", vertices, false, 16);
    attributes(out)["POSITION"] = out.accessor_on(view, 5126, "VEC3", vertices, false, 32);
    return out;
}

gltf_builder rigid() {
    gltf_builder out = tube();
    out.document.erase("skins");
    out.document["nodes"][0].erase("skin");
    out.document["nodes"][0]["translation"] = {0, 0, 2};
    // Lists without indices, a strip, a fan and points; on joints of the chain, one mesh twice.
    for (const int mode : {4, 5, 6, 0}) {
        out.document["meshes"].push_back(
            {{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"mode", mode}}}}});
    }
    out.document["meshes"][2]["primitives"].push_back(
        {{"attributes", {{"POSITION", 0}}}, {"indices", 2}});
    out.document["nodes"][1]["mesh"] = 1;
    out.document["nodes"][2]["mesh"] = 2;
    out.document["nodes"][3]["mesh"] = 3;
    out.add("nodes", {{"name", "tip"}, {"mesh", 4}, {"translation", {1, 0, 0}}});
    out.add("nodes", {{"name", "tip"}, {"mesh", 4}, {"scale", {0.5, 0.5, 0.5}}});
    out.document["nodes"][3]["children"] = {4};
    return out;
}

} // namespace jounce::test
