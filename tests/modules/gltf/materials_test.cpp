// Materials and textures of glTF.

#include "modules/gltf/surface_reading.hpp"

#include <jounce/modules/images/decode_image.hpp>

#include <catch2/catch_approx.hpp>

#include <functional>

namespace jounce::test {
namespace {

using Catch::Approx;
using nlohmann::json;

json& material_of(gltf_builder& of) { return of.document["materials"][0]; }

gltf_builder with(const std::function<void(gltf_builder&)>& change) {
    gltf_builder out = painted();
    change(out);
    return out;
}

} // namespace

TEST_CASE("a material without members is white, rough metal", "[gltf][materials]") {
    const gltf::model read = good(with([](gltf_builder& f) { material_of(f) = json::object(); }));
    REQUIRE(read.surfaces.materials.size() == 1);
    const material& one = read.surfaces.materials[0];
    CHECK(one.base == std::array<float, 4>{1, 1, 1, 1});
    CHECK(one.metallic == 1);
    CHECK(one.roughness == 1);
    CHECK(one.emissive == std::array<float, 3>{0, 0, 0});
    CHECK(one.alpha == alpha_mode::opaque);
    CHECK(one.alpha_cutoff == 0.5F);
    CHECK_FALSE(one.two_sided);
    CHECK_FALSE(one.is_unlit);
    CHECK(one.writes_depth);
    CHECK_FALSE(one.toon);
    CHECK_FALSE(one.base_map.is_used());
    CHECK_FALSE(one.normal_map.is_used());
    CHECK(read.warnings.empty());
    CHECK(read.meshes.at(0).material == 0);
}

TEST_CASE("a mesh without material has none", "[gltf][materials]") {
    const gltf::model read = good(with([](gltf_builder& f) {
        f.document["meshes"][0]["primitives"][0].erase("material");
        f.document.erase("materials");
    }));
    CHECK(read.meshes.at(0).material == -1);
    CHECK(read.surfaces.materials.empty());
}

TEST_CASE("every member of a material is read", "[gltf][materials]") {
    const gltf::model read = good(with([](gltf_builder& f) {
        const json turned = {{"index", 1},
                             {"texCoord", 0},
                             {"extensions",
                              {{"KHR_texture_transform",
                                {{"offset", {0.25, 0.5}},
                                 {"rotation", 1.5},
                                 {"scale", {2, -3}},
                                 {"texCoord", 1}}}}}};
        material_of(f) = {{"name", "tin"},
                          {"pbrMetallicRoughness",
                           {{"baseColorFactor", {0.1, 0.2, 0.3, 0.4}},
                            {"baseColorTexture", turned},
                            {"metallicFactor", 0.5},
                            {"roughnessFactor", 0.25},
                            {"metallicRoughnessTexture", {{"index", 0}, {"texCoord", 1}}}}},
                          {"normalTexture", {{"index", 1}, {"scale", -0.75}}},
                          {"occlusionTexture", {{"index", 0}, {"strength", 0.125}}},
                          {"emissiveTexture", {{"index", 1}}},
                          {"emissiveFactor", {0.5, 0.25, 1}},
                          {"alphaMode", "MASK"},
                          {"alphaCutoff", 0.375},
                          {"doubleSided", true},
                          {"extensions",
                           {{"KHR_materials_unlit", json::object()},
                            {"KHR_materials_emissive_strength", {{"emissiveStrength", 4}}},
                            {"KHR_materials_unknown", 5}}}};
    }));
    CHECK(read.warnings.empty());
    const material& one = read.surfaces.materials.at(0);
    CHECK(one.name == "tin");
    CHECK(one.base == std::array<float, 4>{0.1F, 0.2F, 0.3F, 0.4F});
    CHECK(one.base_map.texture == 1);
    CHECK(one.base_map.texcoord == 1);
    CHECK(one.base_map.offset == std::array<float, 2>{0.25F, 0.5F});
    CHECK(one.base_map.rotation == 1.5F);
    CHECK(one.base_map.scale == std::array<float, 2>{2, -3});
    CHECK(one.metallic == 0.5F);
    CHECK(one.roughness == 0.25F);
    CHECK(one.metallic_roughness_map.texture == 0);
    CHECK(one.metallic_roughness_map.texcoord == 1);
    CHECK(one.normal_map.texture == 1);
    CHECK(one.normal_map.strength == -0.75F);
    CHECK(one.occlusion_map.strength == 0.125F);
    CHECK(one.emissive_map.texture == 1);
    CHECK(one.emissive == std::array<float, 3>{2, 1, 4});
    CHECK(one.alpha == alpha_mode::mask);
    CHECK(one.alpha_cutoff == 0.375F);
    CHECK(one.two_sided);
    CHECK(one.is_unlit);
}

TEST_CASE("samplers say how textures are looked up", "[gltf][materials]") {
    const gltf::model read = good(painted());
    const texture& first = read.surfaces.textures.at(0);
    CHECK(first.image == 0);
    CHECK(first.wrap_u == texture_wrap::clamp);
    CHECK(first.wrap_v == texture_wrap::mirrored);
    CHECK(first.magnified == texture_filter::nearest);
    CHECK(first.minified == texture_filter::linear_mipmap_nearest);
    const texture& second = read.surfaces.textures.at(1);
    CHECK(second.image == 1);
    CHECK(second.wrap_u == texture_wrap::repeat);
    CHECK(second.magnified == texture_filter::linear);
    CHECK(second.minified == texture_filter::linear_mipmap_linear);
    const std::pair<int, texture_filter> filters[] = {
        {9728, texture_filter::nearest},
        {9729, texture_filter::linear},
        {9984, texture_filter::nearest_mipmap_nearest},
        {9986, texture_filter::nearest_mipmap_linear},
        {9987, texture_filter::linear_mipmap_linear}};
    for (const auto& [number, filter] : filters) {
        const gltf::model other =
            good(with([&](gltf_builder& f) { f.document["samplers"][0]["minFilter"] = number; }));
        CHECK(other.surfaces.textures.at(0).minified == filter);
    }
}

TEST_CASE("a WebP goes before the picture for those who cannot read it", "[gltf][materials]") {
    gltf_builder file = painted();
    file.document["textures"][0]["extensions"]["EXT_texture_webp"]["source"] = 1;
    CHECK(good(file).surfaces.textures.at(0).image == (can_decode(image_format::webp) ? 1 : 0));
    file.document["textures"][0].erase("source");
    CHECK(good(file).surfaces.textures.at(0).image == 1);
    file.document["textures"][0].erase("extensions");
    const gltf::model none = good(file);
    CHECK(none.surfaces.textures.at(0).image == -1);
    CHECK(warns(none, "/textures/0: has no image"));
}

TEST_CASE("numbers out of range are brought into it with a warning", "[gltf][materials]") {
    const gltf::model read = good(with([](gltf_builder& f) {
        material_of(f) = {{"pbrMetallicRoughness",
                           {{"baseColorFactor", {2, -1, 0.5, 1}}, {"roughnessFactor", 7}}},
                          {"emissiveFactor", {-1, 0, 0}},
                          {"alphaMode", "GLASS"},
                          {"alphaCutoff", -2}};
        f.document["samplers"][0] = {{"wrapS", 7}, {"magFilter", 1}, {"minFilter", 9988}};
    }));
    const material& one = read.surfaces.materials.at(0);
    CHECK(one.base == std::array<float, 4>{1, 0, 0.5F, 1});
    CHECK(one.roughness == 1);
    CHECK(one.emissive[0] == 0);
    CHECK(one.alpha == alpha_mode::opaque);
    CHECK(one.alpha_cutoff == 0);
    CHECK(read.surfaces.textures.at(0).wrap_u == texture_wrap::repeat);
    CHECK(read.surfaces.textures.at(0).magnified == texture_filter::linear);
    CHECK(read.surfaces.textures.at(0).minified == texture_filter::linear_mipmap_linear);
    CHECK(read.warnings.size() == 9);
    CHECK(warns(read, "/materials/0/pbrMetallicRoughness/baseColorFactor/0: is 2"));
    CHECK(warns(read, "/materials/0/alphaMode: is \"GLASS\""));
    CHECK(warns(read, "/samplers/0/minFilter: is 9988"));
}

TEST_CASE("a third set of texture coordinates leaves its texture out", "[gltf][materials]") {
    const gltf::model read =
        good(with([](gltf_builder& f) { material_of(f)["normalTexture"]["texCoord"] = 2; }));
    CHECK_FALSE(read.surfaces.materials.at(0).normal_map.is_used());
    CHECK(warns(read, "/materials/0/normalTexture: uses texture coordinates 2"));
}

TEST_CASE("what is behind glass is not hidden by it", "[gltf][materials]") {
    const gltf::model read =
        good(with([](gltf_builder& f) { material_of(f)["alphaMode"] = "BLEND"; }));
    CHECK(read.surfaces.materials.at(0).alpha == alpha_mode::blend);
    CHECK_FALSE(read.surfaces.materials.at(0).writes_depth);
}

TEST_CASE("mistakes of materials have a name and a place", "[gltf][materials]") {
    const auto refused = [](const char* name, const char* says,
                            const std::function<void(json&)>& change) {
        gltf_builder file = painted();
        change(file.document);
        check_refused(file, name, says);
    };
    refused("bad_index", "/meshes/0/primitives/0/material: is 1, but the file has 1 materials",
            [](json& d) { d["meshes"][0]["primitives"][0]["material"] = 1; });
    refused("out_of_range", "/meshes/0/primitives/0/material",
            [](json& d) { d["meshes"][0]["primitives"][0]["material"] = -1; });
    refused("bad_index", "/materials/0/normalTexture/index: is 2, but the file has 2 textures",
            [](json& d) { d["materials"][0]["normalTexture"]["index"] = 2; });
    refused("missing_member", "/materials/0/normalTexture: has no \"index\"",
            [](json& d) { d["materials"][0]["normalTexture"].erase("index"); });
    refused("out_of_range", "/materials/0/normalTexture/texCoord",
            [](json& d) { d["materials"][0]["normalTexture"]["texCoord"] = -1; });
    refused("wrong_type", "/materials/0/normalTexture",
            [](json& d) { d["materials"][0]["normalTexture"] = 5; });
    refused("wrong_type", "baseColorFactor: has 3 numbers, 4 are needed", [](json& d) {
        d["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"] = {1, 1, 1};
    });
    refused("wrong_type", "/roughnessFactor",
            [](json& d) { d["materials"][0]["pbrMetallicRoughness"]["roughnessFactor"] = "1"; });
    refused("wrong_type", "/doubleSided", [](json& d) { d["materials"][0]["doubleSided"] = 1; });
    refused("wrong_type", "/alphaMode", [](json& d) { d["materials"][0]["alphaMode"] = 1; });
    refused("wrong_type", "/materials", [](json& d) { d["materials"] = json::object(); });
    refused("wrong_type", "/materials/0", [](json& d) { d["materials"][0] = 1; });
    refused("wrong_type", "/pbrMetallicRoughness",
            [](json& d) { d["materials"][0]["pbrMetallicRoughness"] = "gold"; });
    refused("wrong_type", "/KHR_texture_transform", [](json& d) {
        d["materials"][0]["normalTexture"]["extensions"]["KHR_texture_transform"] = 1;
    });
    refused("out_of_range", "/offset/0", [](json& d) {
        d["materials"][0]["normalTexture"]["extensions"]["KHR_texture_transform"]["offset"] = {
            1e300, 0};
    });
    refused("wrong_type", "KHR_texture_transform/scale: has 1 numbers", [](json& d) {
        d["materials"][0]["normalTexture"]["extensions"]["KHR_texture_transform"]["scale"] = {1};
    });
    refused("bad_index", "/textures/0/source: is 2, but the file has 2 images",
            [](json& d) { d["textures"][0]["source"] = 2; });
    refused("bad_index", "/textures/0/sampler: is 1, but the file has 1 samplers",
            [](json& d) { d["textures"][0]["sampler"] = 1; });
    refused("bad_index", "/EXT_texture_webp/source",
            [](json& d) { d["textures"][0]["extensions"]["EXT_texture_webp"]["source"] = 9; });
    refused("wrong_type", "/textures/0", [](json& d) { d["textures"][0] = 1; });
    refused("wrong_type", "/samplers/0/wrapS", [](json& d) { d["samplers"][0]["wrapS"] = "x"; });
    refused("bad_index", "/images/0/bufferView",
            [](json& d) { d["images"][0]["bufferView"] = 99; });
    refused("wrong_type", "/images/1/uri", [](json& d) { d["images"][1]["uri"] = 4; });
    refused("wrong_type", "/images/1", [](json& d) { d["images"][1] = json::array(); });
}

} // namespace jounce::test
