#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jounce {

/// What a texture gives outside of 0 to 1.
enum class texture_wrap : std::uint8_t { repeat, mirrored, clamp };
/// How texels are mixed.
enum class texture_filter : std::uint8_t {
    nearest,                ///< one texel
    linear,                 ///< four texels
    nearest_mipmap_nearest, ///< the others: of the smaller pictures that fit, for `minified` only
    linear_mipmap_nearest,
    nearest_mipmap_linear,
    linear_mipmap_linear,
};

/// A picture, eight bits per channel, rows from the top. Whether its colours are sRGB depends on what it is used for.
struct texture_image {
    std::string name;         ///< for messages; may be empty
    std::uint32_t width = 0;  ///< texels
    std::uint32_t height = 0; ///< texels
    std::vector<std::uint8_t>
        texels; ///< [row][column] red, green, blue, alpha; empty: it could not be read
};

/// A picture and how it is looked up.
struct texture {
    std::int32_t image = -1; ///< of the list of images, or -1: white
    texture_wrap wrap_u = texture_wrap::repeat;
    texture_wrap wrap_v = texture_wrap::repeat;
    texture_filter magnified = texture_filter::linear;
    texture_filter minified = texture_filter::linear_mipmap_linear;
};

/// A texture as a material uses it. A coordinate is `offset + rotation * (scale * uv)`, as `KHR_texture_transform` has
/// it: counter-clockwise rotation in a space whose v points down.
struct texture_use {
    std::int32_t texture = -1;     ///< of the list of textures, or -1: none
    std::int32_t texcoord = 0;     ///< which set of the mesh, 0 or 1
    std::array<float, 2> offset{}; ///< in texture space
    float rotation = 0;            ///< radians
    std::array<float, 2> scale{1, 1};
    float strength =
        1; ///< of normal maps their scale, of occlusion its strength; of others without meaning

    /// Whether there is a texture.
    bool is_used() const { return texture >= 0; }
};

/// How a surface covers what is behind it.
enum class alpha_mode : std::uint8_t { opaque, mask, blend };

/// The outline of a toon material.
enum class outline_width : std::uint8_t { none, world, screen };

/// A toon surface, as MToon 1.0 has it; MToon of VRM 0.x is converted to this.
struct toon_surface {
    std::array<float, 3> shade{0, 0, 0}; ///< colour in the shade, linear
    texture_use shade_map;               ///< times this, sRGB
    float shift = 0;                     ///< -1 to 1: moves the border of the shade
    texture_use shift_map;               ///< red channel, times its strength, is added
    float sharpness = 0.9F;              ///< 0: a gradient over all, 1: a hard border
    float evenness = 0.9F; ///< of light from all around: 1 has the same from everywhere
    std::array<float, 3> matcap{1, 1, 1}; ///< times the matcap, linear
    texture_use
        matcap_map; ///< a ball's picture, looked up by the normal as the camera sees it, sRGB
    std::array<float, 3> rim{0, 0, 0}; ///< colour of light along the edges, linear
    texture_use rim_map;               ///< times this and the matcap, sRGB
    float rim_power = 5;               ///< the higher, the thinner
    float rim_lift = 0;                ///< added before the power
    float rim_mix = 1; ///< share of light that rims take on; 0: they shine by themselves
    outline_width outline = outline_width::none;
    float outline_size = 0;                       ///< metres, or a share of the picture's height
    texture_use outline_map;                      ///< green channel, times the size
    std::array<float, 3> outline_colour{0, 0, 0}; ///< linear
    float outline_mix = 1;                        ///< share of light that outlines take on
    std::array<float, 2> scroll{0, 0};            ///< of texture coordinates, per second
    float spin = 0;                               ///< of texture coordinates, radians per second
    texture_use animation_mask; ///< blue channel: where coordinates scroll and spin
};

/// What a surface looks like: metallic-roughness of glTF, unlit, or toon. Colours are linear.
struct material {
    std::string name; ///< for messages; may be empty
    std::array<float, 4> base{1, 1, 1, 1};
    texture_use base_map; ///< times this, sRGB
    float metallic = 1;
    float roughness = 1;
    texture_use metallic_roughness_map; ///< roughness in green, metallic in blue
    texture_use normal_map;             ///< tangent space
    texture_use occlusion_map;          ///< red
    std::array<float, 3> emissive{
        0, 0, 0}; ///< with the strength of `KHR_materials_emissive_strength`; may be above 1
    texture_use emissive_map; ///< times this, sRGB
    alpha_mode alpha = alpha_mode::opaque;
    float alpha_cutoff = 0.5F; ///< below it `mask` draws nothing
    bool two_sided = false;
    bool is_unlit = false;        ///< base colour alone
    bool writes_depth = true;     ///< of `blend`: whether it hides what is drawn later (MToon)
    std::int32_t draw_offset = 0; ///< of `blend`: order among these, lowest first (MToon)
    std::optional<toon_surface> toon;
};

/// The surfaces of a model.
struct material_set {
    std::vector<material> materials;
    std::vector<texture> textures;
    std::vector<texture_image> images;
};

} // namespace jounce
