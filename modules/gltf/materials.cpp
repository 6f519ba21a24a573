#include <jounce/modules/gltf/materials.hpp>

#include <jounce/modules/gltf/material_reader.hpp>

namespace jounce::gltf {
namespace {

alpha_mode read_alpha(source& from, const json::value& given) {
    const std::string text = given.text();
    if (from.ok() && text != "OPAQUE" && text != "MASK" && text != "BLEND") {
        from.warn(given.pointer(),
                  "is \"" + text + "\"; OPAQUE, MASK and BLEND are known, OPAQUE was taken");
    }
    return text == "MASK"    ? alpha_mode::mask
           : text == "BLEND" ? alpha_mode::blend
                             : alpha_mode::opaque;
}

void read_metallic(const material_reader& reader, const json::value& given, material& to) {
    reader.object(given);
    to.base = reader.numbers<4>(given, "baseColorFactor", to.base, any_share);
    to.base_map = reader.map(given, "baseColorTexture");
    to.metallic = reader.number(given, "metallicFactor", 1, any_share);
    to.roughness = reader.number(given, "roughnessFactor", 1, any_share);
    to.metallic_roughness_map = reader.map(given, "metallicRoughnessTexture");
}

material read_material(const material_reader& reader, const json::value& given) {
    material out;
    reader.object(given);
    if (given.has("name")) {
        out.name = given["name"].text();
    }
    if (given.has("pbrMetallicRoughness")) {
        read_metallic(reader, given["pbrMetallicRoughness"], out);
    }
    out.normal_map = reader.map(given, "normalTexture", "scale");
    out.occlusion_map = reader.map(given, "occlusionTexture", "strength", any_share);
    out.emissive_map = reader.map(given, "emissiveTexture");
    out.emissive = reader.numbers<3>(given, "emissiveFactor", {0, 0, 0}, any_share);
    if (has_extension(given, "KHR_materials_emissive_strength")) {
        const float strength = reader.number(given["extensions"]["KHR_materials_emissive_strength"],
                                             "emissiveStrength", 1, not_negative);
        for (float& channel : out.emissive) {
            channel *= strength;
        }
    }
    if (given.has("alphaMode")) {
        out.alpha = read_alpha(reader.from, given["alphaMode"]);
    }
    out.alpha_cutoff = reader.number(given, "alphaCutoff", 0.5F, not_negative);
    out.two_sided = reader.flag(given, "doubleSided", false);
    out.is_unlit = has_extension(given, "KHR_materials_unlit");
    // Nothing behind glass may vanish because the glass was drawn first.
    out.writes_depth = out.alpha != alpha_mode::blend;
    if (has_extension(given, "VRMC_materials_mtoon")) {
        read_toon(reader, given["extensions"]["VRMC_materials_mtoon"], out);
    }
    return out;
}

} // namespace

void read_materials(source& from, const json::value& root, model& into) {
    read_textures(from, root, into.surfaces);
    if (!from.ok() || !root.has("materials")) {
        return;
    }
    const json::value list = root["materials"];
    const std::size_t count = list.size(static_cast<std::size_t>(from.limits.max_json_values));
    if (!from.take_bytes(count * sizeof(material), "/materials")) {
        return;
    }
    const material_reader reader = {from, into.surfaces.textures.size()};
    for (std::size_t i = 0; i < count && from.ok(); ++i) {
        into.surfaces.materials.push_back(read_material(reader, list.at(i)));
    }
    if (from.ok()) {
        read_old_toon(reader, root, into.surfaces.materials);
    }
}

} // namespace jounce::gltf
