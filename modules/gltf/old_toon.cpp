// Materials of VRM 0.x stand beside those of glTF, as Unity had them: colours in sRGB, texture coordinates from below,
// lengths in hundredths. They become what VRM 1.0 has, by the rules of its migration.

#include <jounce/modules/gltf/material_reader.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace jounce::gltf {
namespace {

float linear_of(float srgb) {
    return srgb <= 0.04045F ? srgb / 12.92F : std::pow((srgb + 0.055F) / 1.055F, 2.4F);
}

/// What the shader of one material says.
class old_material {
public:
    old_material(const material_reader& reader, const json::value& given)
        : reader_(reader), numbers_(member(given, "floatProperties")),
          vectors_(member(given, "vectorProperties")),
          textures_(member(given, "textureProperties")), keywords_(member(given, "keywordMap")) {}

    float number(const char* name, float otherwise, number_range allowed = any_number) const {
        return numbers_ ? reader_.number(*numbers_, name, otherwise, allowed) : otherwise;
    }
    std::array<float, 4> vector(const char* name, const std::array<float, 4>& otherwise) const {
        return vectors_ ? reader_.numbers<4>(*vectors_, name, otherwise) : otherwise;
    }
    /// From sRGB; alpha is linear.
    std::array<float, 4> colour(const char* name, const std::array<float, 4>& otherwise) const {
        std::array<float, 4> out = vector(name, otherwise);
        for (std::size_t c = 0; c < 4; ++c) {
            out[c] = std::clamp(out[c], 0.0F, 1.0F);
            out[c] = c < 3 ? linear_of(out[c]) : out[c];
        }
        return out;
    }
    std::array<float, 3> opaque(const char* name, const std::array<float, 4>& otherwise) const {
        const std::array<float, 4> out = colour(name, otherwise);
        return {out[0], out[1], out[2]};
    }
    bool has_keyword(const char* name) const {
        return keywords_ && reader_.flag(*keywords_, name, false);
    }
    bool has_map(const char* name) const { return textures_ && textures_->has(name); }

    /// All textures but the matcap lie as the main one does.
    texture_use map(const char* name, bool is_moved = true) const {
        texture_use out;
        if (!has_map(name)) {
            return out;
        }
        out.texture = reader_.texture((*textures_)[name]);
        if (is_moved) {
            const std::array<float, 4> given = vector("_MainTex", {0, 0, 1, 1});
            out.scale = {given[2], given[3]};
            out.offset = {given[0], 1 - given[3] - given[1]};
        }
        return out;
    }

private:
    static std::optional<json::value> member(const json::value& of, const char* name) {
        return of.has(name) ? std::optional(of[name]) : std::nullopt;
    }

    const material_reader& reader_;
    std::optional<json::value> numbers_, vectors_, textures_, keywords_;
};

toon_surface toon_of(const old_material& from) {
    toon_surface out;
    out.shade = from.opaque("_ShadeColor", {0.97F, 0.81F, 0.86F, 1});
    // Most makers set one texture only, and their models looked right.
    out.shade_map = from.map(from.has_map("_ShadeTexture") ? "_ShadeTexture" : "_MainTex");
    const float shift = from.number("_ShadeShift", 0, {-1, 1});
    const float sharpness = from.number("_ShadeToony", 0.9F, any_share);
    // The border lay at the end of the gradient, now in its middle.
    out.sharpness = std::lerp(sharpness, 1.0F, 0.5F + 0.5F * shift);
    out.shift = std::clamp(-shift - (1 - out.sharpness), -1.0F, 1.0F);
    out.evenness = 1 - from.number("_IndirectLightIntensity", 0.1F, any_share);
    out.matcap_map = from.map("_SphereAdd", false);
    out.matcap = out.matcap_map.is_used() ? std::array{1.0F, 1.0F, 1.0F} : std::array<float, 3>{};
    out.rim = from.opaque("_RimColor", {0, 0, 0, 1});
    out.rim_map = from.map("_RimTexture");
    out.rim_power = from.number("_RimFresnelPower", 1, not_negative);
    out.rim_lift = from.number("_RimLift", 0);
    out.rim_mix = from.number("_RimLightingMix", 0, any_share);
    const float width = from.number("_OutlineWidth", 0, not_negative);
    const float mode = from.number("_OutlineWidthMode", 0);
    out.outline = mode == 1   ? outline_width::world
                  : mode == 2 ? outline_width::screen
                              : outline_width::none;
    // Hundredths: of a metre, or of half of the picture's height.
    out.outline_size = width * (mode == 2 ? 0.005F : 0.01F);
    out.outline_map = from.map("_OutlineWidthTexture");
    out.outline_colour = from.opaque("_OutlineColor", {0, 0, 0, 1});
    out.outline_mix = from.number("_OutlineColorMode", 0) == 1
                          ? from.number("_OutlineLightingMix", 1, any_share)
                          : 0.0F;
    // Rows count from the other side here, so what rises falls and what turns left turns right. That shader has whole
    // turns per second.
    out.scroll = {from.number("_UvAnimScrollX", 0), -from.number("_UvAnimScrollY", 0)};
    out.spin = -2 * std::numbers::pi_v<float> * from.number("_UvAnimRotation", 0);
    out.animation_mask = from.map("_UvAnimMaskTexture");
    return out;
}

void set_cover(const old_material& from, material& into) {
    const bool is_blended = from.has_keyword("_ALPHABLEND_ON");
    const bool is_cut = from.has_keyword("_ALPHATEST_ON");
    into.alpha = is_blended ? alpha_mode::blend : is_cut ? alpha_mode::mask : alpha_mode::opaque;
    into.alpha_cutoff = from.number("_Cutoff", 0.5F, not_negative);
    into.two_sided = from.number("_CullMode", 2) != 2; // nothing here culls the front alone
    into.writes_depth = !is_blended || from.number("_ZWrite", 0) == 1;
}

void take_toon(const old_material& from, material& into) {
    into.base = from.colour("_Color", {1, 1, 1, 1});
    into.base_map = from.map("_MainTex");
    into.metallic = 0;
    into.normal_map = from.map("_BumpMap");
    into.normal_map.strength = from.number("_BumpScale", 1);
    const std::array<float, 4> light =
        from.vector("_EmissionColor", {0, 0, 0, 1}); // linear already
    for (std::size_t c = 0; c < 3; ++c) {
        into.emissive[c] = std::max(light[c], 0.0F);
    }
    into.emissive_map = from.map("_EmissionMap");
    set_cover(from, into);
    into.is_unlit = false;
    into.toon = toon_of(from);
}

void take_unlit(const old_material& from, std::string_view shader, material& into) {
    if (from.has_map("_MainTex")) {
        into.base_map = from.map("_MainTex");
    }
    into.is_unlit = true;
    into.alpha = shader == "VRM/UnlitTexture"  ? alpha_mode::opaque
                 : shader == "VRM/UnlitCutout" ? alpha_mode::mask
                                               : alpha_mode::blend;
    into.alpha_cutoff = from.number("_Cutoff", into.alpha_cutoff, not_negative);
    into.writes_depth = into.alpha != alpha_mode::blend || shader == "VRM/UnlitTransparentZWrite";
}

/// Queues become offsets, so that neighbours have neighbouring numbers: 0 and below without depth, 0 and above with.
void order_blended(const std::vector<std::int64_t>& queues, std::vector<material>& of) {
    for (const bool with_depth : {false, true}) {
        std::vector<std::int64_t> known;
        for (std::size_t i = 0; i < queues.size(); ++i) {
            if (of[i].toon && of[i].alpha == alpha_mode::blend &&
                of[i].writes_depth == with_depth) {
                known.push_back(queues[i]);
            }
        }
        std::sort(known.begin(), known.end());
        known.erase(std::unique(known.begin(), known.end()), known.end());
        for (std::size_t i = 0; i < queues.size(); ++i) {
            const auto found = std::lower_bound(known.begin(), known.end(), queues[i]);
            if (of[i].toon && of[i].alpha == alpha_mode::blend &&
                of[i].writes_depth == with_depth && found != known.end()) {
                const std::ptrdiff_t rank =
                    with_depth ? found - known.begin() : found - known.end() + 1;
                of[i].draw_offset =
                    static_cast<std::int32_t>(std::clamp<std::ptrdiff_t>(rank, -9, 9));
            }
        }
    }
}

} // namespace

void read_old_toon(const material_reader& reader, const json::value& root,
                   std::vector<material>& into) {
    if (!has_extension(root, "VRM") || !root["extensions"]["VRM"].has("materialProperties")) {
        return;
    }
    const json::value list = root["extensions"]["VRM"]["materialProperties"];
    const std::size_t count =
        list.size(static_cast<std::size_t>(reader.from.limits.max_json_values));
    if (reader.from.ok() && count > into.size()) {
        reader.from.warn(list.pointer(), "has " + std::to_string(count) + " entries for " +
                                             std::to_string(into.size()) +
                                             " materials; the surplus was left out");
    }
    std::vector<std::int64_t> queues(std::min(count, into.size()), 0);
    for (std::size_t i = 0; i < queues.size() && reader.from.ok(); ++i) {
        const json::value given = list.at(i);
        reader.object(given);
        const std::string shader = given.has("shader") ? given["shader"].text() : "";
        const old_material from(reader, given);
        if (given.has("renderQueue")) {
            queues[i] = given["renderQueue"].integer(-1'000'000, 1'000'000);
        }
        if (shader == "VRM/MToon") {
            take_toon(from, into[i]);
        } else if (shader.starts_with("VRM/Unlit")) {
            take_unlit(from, shader, into[i]);
        }
    }
    if (reader.from.ok()) {
        order_blended(queues, into);
    }
}

} // namespace jounce::gltf
