// Toon materials of VRM.

#include "modules/gltf/surface_reading.hpp"

#include <catch2/catch_approx.hpp>

#include <cmath>
#include <numbers>

namespace jounce::test {
namespace {

using Catch::Approx;
using nlohmann::json;
using colour = std::array<float, 3>;

double linear(double srgb) {
    return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

json& old_of(gltf_builder& of) { return of.document["extensions"]["VRM"]["materialProperties"][0]; }

} // namespace

TEST_CASE("MToon of VRM 1.0 is read whole", "[gltf][toon]") {
    const gltf::model read = good(painted_toon());
    CHECK(read.warnings.empty());
    const material& one = read.surfaces.materials.at(0);
    CHECK_FALSE(one.is_unlit); // that is for others
    CHECK(one.alpha == alpha_mode::blend);
    CHECK(one.writes_depth);
    CHECK(one.draw_offset == 3);
    REQUIRE(one.toon);
    const toon_surface& toon = *one.toon;
    CHECK(toon.shade == colour{0.1F, 0.2F, 0.3F});
    CHECK(toon.shade_map.texture == 0);
    CHECK(toon.shift == -0.25F);
    CHECK(toon.shift_map.texture == 1);
    CHECK(toon.shift_map.strength == 2);
    CHECK(toon.sharpness == 0.75F);
    CHECK(toon.evenness == 0.5F);
    CHECK(toon.matcap == colour{0.4F, 0.5F, 0.6F});
    CHECK(toon.matcap_map.texture == 0);
    CHECK(toon.rim == colour{0.7F, 0.8F, 0.9F});
    CHECK(toon.rim_map.texture == 1);
    CHECK(toon.rim_mix == 0.25F);
    CHECK(toon.rim_power == 4);
    CHECK(toon.rim_lift == 0.125F);
    CHECK(toon.outline == outline_width::world);
    CHECK(toon.outline_size == 0.01F);
    CHECK(toon.outline_map.texture == 0);
    CHECK(toon.outline_colour == colour{0.5F, 0.25F, 0.125F});
    CHECK(toon.outline_mix == 0.5F);
    CHECK(toon.animation_mask.texture == 1);
    CHECK(toon.scroll == std::array<float, 2>{0.5F, -0.5F});
    CHECK(toon.spin == 1.5F);
}

TEST_CASE("what MToon of VRM 1.0 leaves out has the values of its specification", "[gltf][toon]") {
    gltf_builder file = painted();
    file.document["materials"][0]["extensions"]["VRMC_materials_mtoon"] = {{"specVersion", "1.0"}};
    const material one = good(file).surfaces.materials.at(0);
    REQUIRE(one.toon);
    CHECK(one.toon->shade == colour{0, 0, 0});
    CHECK(one.toon->shift == 0);
    CHECK(one.toon->sharpness == 0.9F);
    CHECK(one.toon->evenness == 0.9F);
    CHECK(one.toon->matcap == colour{0, 0, 0}); // no picture adds no light
    CHECK(one.toon->rim_power == 5);
    CHECK(one.toon->rim_mix == 1);
    CHECK(one.toon->outline == outline_width::none);
    CHECK(one.toon->outline_mix == 1);
    CHECK(one.writes_depth);
}

TEST_CASE("MToon of VRM 0.x becomes that of 1.0", "[gltf][toon]") {
    const gltf::model read = good(painted_old_toon());
    CHECK(read.warnings.empty());
    const material& one = read.surfaces.materials.at(0);
    CHECK(one.base[0] == Approx(linear(0.5)));
    CHECK(one.base[1] == 1);
    CHECK(one.base[3] == 0.5F); // alpha is linear
    CHECK(one.base_map.texture == 0);
    CHECK(one.base_map.scale == std::array<float, 2>{2, 0.5F});
    CHECK(one.base_map.offset[0] == 0.1F);
    CHECK(one.base_map.offset[1] == Approx(1 - 0.5 - 0.2)); // rows count from the other side
    CHECK(one.normal_map.texture == 1);
    CHECK(one.normal_map.strength == 0.75F);
    CHECK(one.emissive == colour{2, 0.5F, 0});
    CHECK(one.alpha == alpha_mode::blend);
    CHECK(one.alpha_cutoff == 0.25F);
    CHECK(one.two_sided);
    CHECK_FALSE(one.writes_depth);
    CHECK(one.draw_offset == 0);
    CHECK(one.metallic == 0);
    REQUIRE(one.toon);
    const toon_surface& toon = *one.toon;
    CHECK(toon.shade[0] == Approx(linear(0.5)));
    CHECK(toon.shade_map.texture == 0); // that of the lit side, where the shade has none
    // From 0.8 towards 1 by (1 - 0.5) / 2: 0.85; the border moves by 0.5 - 0.15.
    CHECK(toon.sharpness == Approx(0.85));
    CHECK(toon.shift == Approx(0.35));
    CHECK(toon.evenness == 0.75F);
    CHECK(toon.matcap == colour{1, 1, 1});
    CHECK(toon.matcap_map.texture == 1);
    CHECK(toon.matcap_map.scale == std::array<float, 2>{1, 1}); // of the camera, not of the mesh
    CHECK(toon.rim == colour{1, 0, 0});
    CHECK(toon.rim_mix == 0.5F);
    CHECK(toon.rim_power == 3);
    CHECK(toon.rim_lift == 0.25F);
    CHECK(toon.outline == outline_width::screen);
    CHECK(toon.outline_size == Approx(0.0025)); // half a percent of half of the height
    CHECK(toon.outline_colour == colour{0, 1, 0});
    CHECK(toon.outline_mix == 0.75F);
    CHECK(toon.scroll == std::array<float, 2>{0.5F, -0.25F});
    CHECK(toon.spin == Approx(-std::numbers::pi)); // half a turn per second
}

TEST_CASE("what MToon of VRM 0.x leaves out has the values of its shader", "[gltf][toon]") {
    gltf_builder file = painted();
    file.document["extensions"]["VRM"]["materialProperties"] = {{{"shader", "VRM/MToon"}}};
    const material one = good(file).surfaces.materials.at(0);
    REQUIRE(one.toon);
    CHECK(one.alpha == alpha_mode::opaque);
    CHECK_FALSE(one.two_sided);
    CHECK_FALSE(one.base_map.is_used()); // the shader's own properties count, not those of glTF
    CHECK(one.toon->shade[1] == Approx(linear(0.81)));
    CHECK(one.toon->sharpness == Approx(0.95));
    CHECK(one.toon->shift == Approx(-0.05));
    CHECK(one.toon->evenness == Approx(0.9));
    CHECK(one.toon->matcap == colour{0, 0, 0});
    CHECK(one.toon->rim_mix == 0);
    CHECK(one.toon->rim_power == 1);
    CHECK(one.toon->outline == outline_width::none);
    CHECK(one.toon->outline_mix == 0);
}

TEST_CASE("other shaders of VRM 0.x", "[gltf][toon]") {
    const auto read = [](const char* shader) {
        gltf_builder file = painted_old_toon();
        old_of(file)["shader"] = shader;
        return good(file).surfaces.materials.at(0);
    };
    const material unlit = read("VRM/UnlitTransparentZWrite");
    CHECK(unlit.is_unlit);
    CHECK(unlit.alpha == alpha_mode::blend);
    CHECK(unlit.writes_depth);
    CHECK_FALSE(unlit.toon);
    CHECK(read("VRM/UnlitCutout").alpha == alpha_mode::mask);
    CHECK_FALSE(read("VRM/UnlitTransparent").writes_depth);
    const material standard = read("VRM_USE_GLTFSHADER");
    CHECK_FALSE(standard.is_unlit);
    CHECK_FALSE(standard.toon);
    CHECK(standard.name == "face");
}

TEST_CASE("queues of VRM 0.x become neighbouring offsets", "[gltf][toon]") {
    gltf_builder file = painted_old_toon();
    const json first = old_of(file);
    json& list = file.document["extensions"]["VRM"]["materialProperties"];
    const int queues[] = {3000, 2999, 3000, 2500, 2501};
    for (std::size_t i = 0; i < 5; ++i) {
        if (i > 0) {
            file.document["materials"].push_back(file.document["materials"][0]);
            list.push_back(first);
        }
        list[i]["renderQueue"] = queues[i];
        list[i]["floatProperties"]["_ZWrite"] = i < 3 ? 0 : 1;
    }
    list.push_back(first); // of no material
    const gltf::model read = good(file);
    CHECK(warns(read, "/extensions/VRM/materialProperties: has 6 entries for 5 materials"));
    std::vector<std::int32_t> offsets;
    for (const material& one : read.surfaces.materials) {
        offsets.push_back(one.draw_offset);
    }
    CHECK(offsets == std::vector<std::int32_t>{0, -1, 0, 0, 1});
}

TEST_CASE("mistakes of toon materials have a name and a place", "[gltf][toon]") {
    const auto refused = [](gltf_builder file, const char* pointer, const json& value,
                            const char* name, const char* says) {
        file.document[json::json_pointer(pointer)] = value;
        check_refused(file, name, says);
    };
    const char* const toon = "/materials/0/extensions/VRMC_materials_mtoon";
    const std::string at = toon;
    refused(painted_toon(), toon, 4, "wrong_type", "VRMC_materials_mtoon");
    refused(painted_toon(), (at + "/shadeColorFactor").c_str(), {1, 1}, "wrong_type",
            "shadeColorFactor: has 2 numbers");
    refused(painted_toon(), (at + "/matcapTexture/index").c_str(), 7, "bad_index",
            "matcapTexture/index");
    refused(painted_toon(), (at + "/outlineWidthMode").c_str(), 1, "wrong_type",
            "outlineWidthMode");
    const std::string old = "/extensions/VRM/materialProperties";
    refused(painted_old_toon(), old.c_str(), 1, "wrong_type", "materialProperties");
    refused(painted_old_toon(), (old + "/0/textureProperties/_MainTex").c_str(), 2, "bad_index",
            "_MainTex: is 2, but the file has 2 textures");
    refused(painted_old_toon(), (old + "/0/floatProperties/_Cutoff").c_str(), "x", "wrong_type",
            "_Cutoff");
    refused(painted_old_toon(), (old + "/0/vectorProperties/_Color").c_str(), {1}, "wrong_type",
            "_Color: has 1 numbers");
    refused(painted_old_toon(), (old + "/0/keywordMap/_ALPHABLEND_ON").c_str(), 1, "wrong_type",
            "_ALPHABLEND_ON");

    gltf_builder strange = painted_toon();
    json& given = strange.document["materials"][0]["extensions"]["VRMC_materials_mtoon"];
    given["outlineWidthMode"] = "thick";
    given["shadingShiftFactor"] = -3;
    given["renderQueueOffsetNumber"] = 20;
    const gltf::model read = good(strange);
    CHECK(read.surfaces.materials[0].toon->outline == outline_width::none);
    CHECK(read.surfaces.materials[0].toon->shift == -1);
    CHECK(read.surfaces.materials[0].draw_offset == 9);
    CHECK(read.warnings.size() == 3);
}

} // namespace jounce::test
