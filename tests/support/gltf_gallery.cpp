#include "support/gltf_gallery.hpp"

#include "support/png_bytes.hpp"

#include <cmath>
#include <initializer_list>

namespace jounce::test {
namespace {

using nlohmann::json;

constexpr int picture_side = 16;

} // namespace

std::vector<std::uint8_t> gallery_colours() {
    std::vector<std::uint8_t> out;
    for (int y = 0; y < picture_side; ++y) {
        for (int x = 0; x < picture_side; ++x) {
            const bool dark = (x / 4 + y / 4) % 2 == 0;
            out.push_back(static_cast<std::uint8_t>(dark ? 60 : 90 + 10 * x));
            out.push_back(static_cast<std::uint8_t>(60 + 12 * y));
            out.push_back(static_cast<std::uint8_t>(dark ? 200 : 40));
            out.push_back(static_cast<std::uint8_t>(x < 5 ? 70 : 255));
        }
    }
    return out;
}

namespace {

/// A round bump, green upwards.
std::vector<std::uint8_t> bump() {
    std::vector<std::uint8_t> out;
    for (int y = 0; y < picture_side; ++y) {
        for (int x = 0; x < picture_side; ++x) {
            const double right = (x + 0.5) / picture_side * 2 - 1;
            const double up = 1 - (y + 0.5) / picture_side * 2;
            const double far = right * right + up * up;
            const double slope = far < 0.8 ? 0.9 : 0;
            const double z = std::sqrt(1 - slope * slope * far);
            for (const double n : {slope * right, slope * up, z}) {
                out.push_back(static_cast<std::uint8_t>(std::lround(127.5 + 127.5 * n)));
            }
            out.push_back(255);
        }
    }
    return out;
}

/// Occlusion in red, roughness in green, metal in blue.
std::vector<std::uint8_t> data() {
    std::vector<std::uint8_t> out;
    for (int y = 0; y < picture_side; ++y) {
        for (int x = 0; x < picture_side; ++x) {
            out.push_back(static_cast<std::uint8_t>(x < 8 ? 80 : 255));
            out.push_back(static_cast<std::uint8_t>(130 + 8 * y));
            out.push_back(static_cast<std::uint8_t>(y < 8 ? 255 : 0));
            out.push_back(255);
        }
    }
    return out;
}

json base_texture(json use, double metallic = 0, double roughness = 0.8) {
    return {{"pbrMetallicRoughness",
             {{"baseColorTexture", std::move(use)},
              {"metallicFactor", metallic},
              {"roughnessFactor", roughness}}}};
}

json plain(std::initializer_list<double> colour, double metallic, double roughness) {
    return {{"pbrMetallicRoughness",
             {{"baseColorFactor", colour},
              {"metallicFactor", metallic},
              {"roughnessFactor", roughness}}}};
}

json transformed(int texture, json how) {
    return {{"index", texture}, {"extensions", {{"KHR_texture_transform", std::move(how)}}}};
}

void add_textures(gltf_builder& to) {
    for (const auto& texels : {gallery_colours(), bump(), data()}) {
        const std::string png = rgba_png(picture_side, picture_side, texels);
        to.add("images", {{"bufferView", to.view(png)}, {"mimeType", "image/png"}});
    }
    to.add("samplers", {{"magFilter", 9728}, {"minFilter", 9984}});
    to.add("samplers",
           {{"magFilter", 9728}, {"minFilter", 9984}, {"wrapS", 33648}, {"wrapT", 33071}});
    to.add("samplers", {{"magFilter", 9729}, {"minFilter", 9987}});
    to.add("textures", {{"source", 0}, {"sampler", 0}});
    to.add("textures", {{"source", 0}, {"sampler", 1}});
    to.add("textures", {{"source", 1}, {"sampler", 2}});
    to.add("textures", {{"source", 2}, {"sampler", 2}});
    to.add("textures", {{"source", 0}});
}

/// The materials of the panels, in their order.
std::vector<json> materials() {
    std::vector<json> out;
    out.push_back(plain({0.8, 0.3, 0.1, 1}, 0, 0.6));
    out.push_back(plain({0.9, 0.7, 0.3, 1}, 1, 0.4));
    // One scale for both: three.js scales after it has turned, and glTF before.
    out.push_back(base_texture(
        transformed(0, {{"scale", {1.5, 1.5}}, {"rotation", 0.4}, {"offset", {0.1, 0.2}}})));
    out.push_back(base_texture(transformed(1, {{"scale", {3, 3}}, {"offset", {-1, -1}}})));
    for (int i = 0; i < 2; ++i) {
        out.push_back(plain({0.6, 0.6, 0.7, 1}, 0, 0.5));
        out.back()["normalTexture"] = {{"index", 2}};
    }
    out.push_back(base_texture({{"index", 0}}));
    out.back()["alphaMode"] = "MASK";
    out.push_back(base_texture({{"index", 4}}));
    out.back()["alphaMode"] = "BLEND";
    out.push_back(plain({0.2, 0.2, 0.2, 1}, 0, 0.9));
    out.back()["emissiveFactor"] = {0.1, 0.25, 0.05};
    out.back()["emissiveTexture"] = {{"index", 0}};
    out.back()["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"] = 3;
    out.push_back(plain({1, 1, 1, 1}, 0, 0.9)); // with vertex colours
    out.push_back(base_texture({{"index", 0}}));
    out.back()["extensions"]["KHR_materials_unlit"] = json::object();
    out.push_back(plain({0.7, 0.7, 0.7, 1}, 0, 0.9));
    out.back()["occlusionTexture"] = {{"index", 3}, {"strength", 0.8}};
    out.push_back(plain({0.8, 0.5, 0.4, 1}, 1, 1));
    out.back()["pbrMetallicRoughness"]["metallicRoughnessTexture"] = {{"index", 3}};
    out.push_back(base_texture({{"index", 0}, {"texCoord", 1}}));
    out.push_back(base_texture({{"index", 0}}));
    out.back()["doubleSided"] = true;
    out.push_back(plain({0.1, 0.9, 0.1, 1}, 0, 0.9)); // seen from behind: not at all
    return out;
}

void add_turning(gltf_builder& to) {
    const int times = to.accessor<float>({0, 1}, "SCALAR");
    const float s = std::sqrt(0.5F);
    const int turns = to.accessor<float>({0, 0, 0, 1, 0, s, 0, s}, "VEC4");
    json clip = {{"name", "turn"}, {"samplers", {{{"input", times}, {"output", turns}}}}};
    for (int node = 0; node < 4; ++node) {
        clip["channels"].push_back(
            {{"sampler", 0}, {"target", {{"node", node}, {"path", "rotation"}}}});
    }
    to.add("animations", clip);
}

} // namespace

gltf_builder gallery() {
    gltf_builder out;
    constexpr float half = 0.45F;
    out.accessor<float>({-half, -half, 0, half, -half, 0, half, half, 0, -half, half, 0}, "VEC3");
    out.accessor<float>({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    out.accessor<float>({0, 1, 1, 1, 1, 0, 0, 0}, "VEC2");
    out.accessor<float>({0.5F, 0, 0.5F, 0.5F, 0, 0.5F, 0, 0}, "VEC2");
    out.accessor<float>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0.2F, 0.2F, 0.2F}, "VEC3");
    out.accessor<std::uint16_t>({0, 1, 2, 0, 2, 3}, "SCALAR");
    add_textures(out);
    int index = 0;
    for (json& material : materials()) {
        out.add("materials", material);
        json attributes = {{"POSITION", 0}, {"NORMAL", 1}, {"TEXCOORD_0", 2}, {"TEXCOORD_1", 3}};
        if (index == 9) {
            attributes["COLOR_0"] = 4;
        }
        out.add("meshes", {{"primitives",
                            {{{"attributes", attributes}, {"indices", 5}, {"material", index}}}}});
        json node = {{"mesh", index}, {"translation", {index % 4 - 1.5, 1.5 - index / 4, 0}}};
        if (index == 5) {
            node["scale"] = {-1, 1, 1};
        }
        if (index >= 14) {
            node["rotation"] = {0, 1, 0, 0};
        }
        out.add("nodes", node);
        ++index;
    }
    add_turning(out);
    out.document["extensionsUsed"] = {"KHR_texture_transform", "KHR_materials_emissive_strength",
                                      "KHR_materials_unlit"};
    json all = json::array();
    for (int node = 0; node < index; ++node) {
        all.push_back(node);
    }
    out.add("scenes", {{"nodes", all}});
    out.document["scene"] = 0;
    return out;
}

} // namespace jounce::test
