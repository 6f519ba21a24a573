#include <jounce/modules/gltf/material_reader.hpp>

namespace jounce::gltf {
namespace {

outline_width read_outline(source& from, const json::value& given) {
    const std::string text = given.text();
    if (from.ok() && text != "none" && text != "worldCoordinates" && text != "screenCoordinates") {
        from.warn(given.pointer(), "is \"" + text +
                                       "\"; none, worldCoordinates and screenCoordinates are "
                                       "known, none was taken");
    }
    return text == "worldCoordinates"    ? outline_width::world
           : text == "screenCoordinates" ? outline_width::screen
                                         : outline_width::none;
}

} // namespace

void read_toon(const material_reader& reader, const json::value& given, material& into) {
    toon_surface out;
    reader.object(given);
    out.shade = reader.numbers<3>(given, "shadeColorFactor", out.shade, any_share);
    out.shade_map = reader.map(given, "shadeMultiplyTexture");
    out.shift = reader.number(given, "shadingShiftFactor", out.shift, {-1, 1});
    out.shift_map = reader.map(given, "shadingShiftTexture", "scale");
    out.sharpness = reader.number(given, "shadingToonyFactor", out.sharpness, any_share);
    out.evenness = reader.number(given, "giEqualizationFactor", out.evenness, any_share);
    out.matcap = reader.numbers<3>(given, "matcapFactor", out.matcap, any_share);
    out.matcap_map = reader.map(given, "matcapTexture");
    if (!out.matcap_map.is_used()) {
        out.matcap = {0, 0, 0}; // no picture adds no light
    }
    out.rim = reader.numbers<3>(given, "parametricRimColorFactor", out.rim, not_negative);
    out.rim_map = reader.map(given, "rimMultiplyTexture");
    out.rim_power =
        reader.number(given, "parametricRimFresnelPowerFactor", out.rim_power, not_negative);
    out.rim_lift = reader.number(given, "parametricRimLiftFactor", out.rim_lift);
    out.rim_mix = reader.number(given, "rimLightingMixFactor", out.rim_mix, any_share);
    if (given.has("outlineWidthMode")) {
        out.outline = read_outline(reader.from, given["outlineWidthMode"]);
    }
    out.outline_size = reader.number(given, "outlineWidthFactor", 0, not_negative);
    out.outline_map = reader.map(given, "outlineWidthMultiplyTexture");
    out.outline_colour =
        reader.numbers<3>(given, "outlineColorFactor", out.outline_colour, any_share);
    out.outline_mix = reader.number(given, "outlineLightingMixFactor", out.outline_mix, any_share);
    out.scroll = {reader.number(given, "uvAnimationScrollXSpeedFactor", 0),
                  reader.number(given, "uvAnimationScrollYSpeedFactor", 0)};
    out.spin = reader.number(given, "uvAnimationRotationSpeedFactor", 0);
    out.animation_mask = reader.map(given, "uvAnimationMaskTexture");
    const bool writes_depth = reader.flag(given, "transparentWithZWrite", false);
    if (into.alpha == alpha_mode::blend) {
        into.writes_depth = writes_depth;
        into.draw_offset =
            static_cast<std::int32_t>(reader.number(given, "renderQueueOffsetNumber", 0, {-9, 9}));
    }
    into.is_unlit = false; // that is for programs without toon surfaces
    into.toon = out;
}

} // namespace jounce::gltf
