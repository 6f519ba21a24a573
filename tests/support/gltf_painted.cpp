#include "support/gltf_painted.hpp"

#include "support/png_bytes.hpp"

#include <cmath>

namespace jounce::test {

std::vector<std::uint8_t> painted_texels() { return {200, 100, 50, 255, 10, 20, 30, 128}; }

gltf_builder painted() {
    gltf_builder out;
    std::vector<float> positions;
    std::vector<float> normals;
    std::vector<float> coordinates;
    for (const float x : {-1.0F, 0.0F, 1.0F}) {
        for (const float y : {0.0F, 1.0F}) {
            positions.insert(positions.end(), {x, y, 0});
            normals.insert(normals.end(), {0, 0, 1});
            coordinates.insert(coordinates.end(), {std::abs(x), 1 - y});
        }
    }
    out.accessor(positions, "VEC3");
    out.accessor(normals, "VEC3");
    out.accessor(coordinates, "VEC2");
    out.accessor<std::uint16_t>({2, 4, 5, 2, 5, 3, 0, 2, 3, 0, 3, 1}, "SCALAR");
    std::vector<float> colours;
    for (int v = 0; v < 6; ++v) {
        colours.insert(colours.end(), {1, 0, 0});
    }
    out.accessor(colours, "VEC3");
    const std::string png = rgba_png(2, 1, painted_texels());
    out.add("images", {{"name", "skin"}, {"bufferView", out.view(png)}, {"mimeType", "image/png"}});
    out.add("images", {{"uri", "data:image/png;base64," + base64(png)}});
    out.add("samplers",
            {{"wrapS", 33071}, {"wrapT", 33648}, {"magFilter", 9728}, {"minFilter", 9985}});
    out.add("textures", {{"source", 0}, {"sampler", 0}});
    out.add("textures", {{"source", 1}});
    out.add("materials", {{"name", "face"},
                          {"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}},
                          {"normalTexture", {{"index", 1}, {"scale", 0.5}}}});
    out.add("meshes",
            {{"primitives",
              {{{"attributes", {{"POSITION", 0}, {"NORMAL", 1}, {"TEXCOORD_0", 2}, {"COLOR_0", 4}}},
                {"indices", 3},
                {"material", 0}}}}});
    out.add("nodes", {{"name", "face"}, {"mesh", 0}});
    return out;
}

gltf_builder painted_toon() {
    gltf_builder out = painted();
    nlohmann::json& material = out.document["materials"][0];
    material["alphaMode"] = "BLEND";
    material["extensions"]["KHR_materials_unlit"] = nlohmann::json::object();
    material["extensions"]["VRMC_materials_mtoon"] = {
        {"specVersion", "1.0"},
        {"transparentWithZWrite", true},
        {"renderQueueOffsetNumber", 3},
        {"shadeColorFactor", {0.1, 0.2, 0.3}},
        {"shadeMultiplyTexture", {{"index", 0}}},
        {"shadingShiftFactor", -0.25},
        {"shadingShiftTexture", {{"index", 1}, {"scale", 2}}},
        {"shadingToonyFactor", 0.75},
        {"giEqualizationFactor", 0.5},
        {"matcapFactor", {0.4, 0.5, 0.6}},
        {"matcapTexture", {{"index", 0}}},
        {"parametricRimColorFactor", {0.7, 0.8, 0.9}},
        {"rimMultiplyTexture", {{"index", 1}}},
        {"rimLightingMixFactor", 0.25},
        {"parametricRimFresnelPowerFactor", 4},
        {"parametricRimLiftFactor", 0.125},
        {"outlineWidthMode", "worldCoordinates"},
        {"outlineWidthFactor", 0.01},
        {"outlineWidthMultiplyTexture", {{"index", 0}}},
        {"outlineColorFactor", {0.5, 0.25, 0.125}},
        {"outlineLightingMixFactor", 0.5},
        {"uvAnimationMaskTexture", {{"index", 1}}},
        {"uvAnimationScrollXSpeedFactor", 0.5},
        {"uvAnimationScrollYSpeedFactor", -0.5},
        {"uvAnimationRotationSpeedFactor", 1.5}};
    return out;
}

gltf_builder painted_old_toon() {
    gltf_builder out = painted();
    const nlohmann::json toon = {
        {"name", "face"},
        {"shader", "VRM/MToon"},
        {"renderQueue", 3005},
        {"floatProperties",
         {{"_Cutoff", 0.25},
          {"_BumpScale", 0.75},
          {"_ShadeShift", -0.5},
          {"_ShadeToony", 0.8},
          {"_IndirectLightIntensity", 0.25},
          {"_RimLightingMix", 0.5},
          {"_RimFresnelPower", 3},
          {"_RimLift", 0.25},
          {"_OutlineWidthMode", 2},
          {"_OutlineWidth", 0.5},
          {"_OutlineColorMode", 1},
          {"_OutlineLightingMix", 0.75},
          {"_UvAnimScrollX", 0.5},
          {"_UvAnimScrollY", 0.25},
          {"_UvAnimRotation", 0.5},
          {"_CullMode", 0},
          {"_ZWrite", 0}}},
        {"vectorProperties",
         {{"_Color", {0.5, 1, 0, 0.5}},
          {"_ShadeColor", {0.5, 0.5, 0.5, 1}},
          {"_MainTex", {0.1, 0.2, 2, 0.5}},
          {"_EmissionColor", {2, 0.5, 0, 1}},
          {"_RimColor", {1, 0, 0, 1}},
          {"_OutlineColor", {0, 1, 0, 1}}}},
        {"textureProperties", {{"_MainTex", 0}, {"_BumpMap", 1}, {"_SphereAdd", 1}}},
        {"keywordMap", {{"_ALPHABLEND_ON", true}}},
        {"tagMap", {{"RenderType", "Transparent"}}}};
    out.document["extensions"]["VRM"]["materialProperties"] = {toon};
    return out;
}

gltf_builder painted_character() {
    gltf_builder out = painted();
    std::vector<float> matrices;
    for (int joint = 0; joint < 2; ++joint) {
        for (int i = 0; i < 16; ++i) {
            matrices.push_back(i % 5 == 0 ? 1.0F : 0.0F);
        }
    }
    out.add("nodes", {{"name", "hip"}, {"children", {2}}});
    out.add("nodes", {{"name", "head"}, {"translation", {0, 0.5, 0}}});
    out.add("skins", {{"joints", {1, 2}}, {"inverseBindMatrices", out.accessor(matrices, "MAT4")}});
    out.document["nodes"][0]["skin"] = 0;
    std::vector<std::uint8_t> joints;
    std::vector<float> weights;
    std::vector<float> raised;
    std::vector<float> bent;
    for (int v = 0; v < 6; ++v) {
        joints.insert(joints.end(), {0, 1, 0, 0});
        const auto share = 0.125F * static_cast<float>(v);
        weights.insert(weights.end(), {1 - share, share, 0, 0});
        raised.insert(raised.end(), {0, 0, static_cast<float>(v)});
        bent.insert(bent.end(), {static_cast<float>(v), 0, 0});
    }
    nlohmann::json& primitive = out.document["meshes"][0]["primitives"][0];
    primitive["attributes"]["JOINTS_0"] = out.accessor(joints, "VEC4");
    primitive["attributes"]["WEIGHTS_0"] = out.accessor(weights, "VEC4");
    const int positions = out.accessor(raised, "VEC3");
    const int normals = out.accessor(bent, "VEC3");
    primitive["targets"] = {{{"POSITION", positions}},
                            {{"POSITION", positions}, {"NORMAL", normals}}};
    nlohmann::json coarse = primitive;
    coarse["indices"] = out.accessor<std::uint16_t>({0, 2, 3, 2, 4, 3}, "SCALAR");
    out.add("meshes", {{"primitives", {coarse}}});
    const int level = out.add("nodes", {{"name", "far"}, {"mesh", 1}, {"skin", 0}});
    out.document["nodes"][0]["extensions"]["MSFT_lod"]["ids"] = {level};
    out.document["extensionsUsed"] = {"MSFT_lod"};
    return out;
}

} // namespace jounce::test
