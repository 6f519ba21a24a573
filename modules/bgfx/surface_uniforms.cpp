#include <jounce/modules/bgfx/surface_uniforms.hpp>

#include <jounce/modules/bgfx/make_uniform.hpp>

#include <cmath>

namespace jounce::render {
namespace {

using row = surface_rows::row;

constexpr std::uint8_t outline_stage = 12; ///< of shaders/vs_surface_main.sh
constexpr std::array<const char*, surface_map_count> sampler_names = {
    "s_base", "s_normals",   "s_emissive", "s_metallic", "s_occlusion",
    "s_rim",  "s_animation", "s_outline",  "s_matcap"};

row behind(const std::array<float, 3>& colour, float last) {
    return {{colour[0], colour[1], colour[2], last}};
}

void write_map(const used_map& from, row& first, row& second) {
    const texture_use none;
    const texture_use& use = from.use != nullptr ? *from.use : none;
    const float c = std::cos(use.rotation);
    const float s = std::sin(use.rotation);
    // v points down, so that turning counter-clockwise has the signs of turning clockwise.
    first = {{c * use.scale[0], s * use.scale[1], use.offset[0], static_cast<float>(use.texcoord)}};
    second = {
        {-s * use.scale[0], c * use.scale[1], use.offset[1], use.is_used() ? use.strength : 0.0F}};
}

} // namespace

used_map map_of(const material& of, surface_map map) {
    const auto colour = [](const texture_use& use) { return used_map{&use, {}}; };
    const auto data = [](const texture_use& use) { return used_map{&use, {image_use::data, {}}}; };
    if (map == surface_map::base) {
        return {&of.base_map, {image_use::colour, {of.alpha, of.alpha_cutoff}}};
    }
    if (map == surface_map::normal) {
        return {&of.normal_map, {image_use::normal, {}}};
    }
    if (map == surface_map::emissive) {
        return colour(of.emissive_map);
    }
    if (!of.toon) {
        return map == surface_map::metallic_roughness ? data(of.metallic_roughness_map)
               : map == surface_map::occlusion        ? data(of.occlusion_map)
                                                      : used_map{};
    }
    const toon_surface& toon = *of.toon;
    switch (map) {
    case surface_map::shade: return colour(toon.shade_map);
    case surface_map::shift: return data(toon.shift_map);
    case surface_map::rim: return colour(toon.rim_map);
    case surface_map::animation: return data(toon.animation_mask);
    case surface_map::outline: return data(toon.outline_map);
    case surface_map::matcap: return colour(toon.matcap_map);
    default: return {};
    }
}

surface_rows rows_of(const material& of) {
    surface_rows out;
    const float cutoff = of.alpha == alpha_mode::mask ? of.alpha_cutoff : -1.0F;
    out.surface[0] = {{of.base[0], of.base[1], of.base[2], of.base[3]}};
    out.surface[1] = behind(of.emissive, cutoff);
    out.surface[2] = {
        {of.metallic, of.roughness, of.is_unlit ? 1.0F : 0.0F, of.two_sided ? 1.0F : 0.0F}};
    out.surface[3] = {
        {of.normal_map.is_used() ? 1.0F : 0.0F, of.alpha == alpha_mode::blend ? 1.0F : 0.0F, 0, 0}};
    for (std::size_t m = 0; 2 * m < out.maps.size(); ++m) {
        write_map(map_of(of, static_cast<surface_map>(m)), out.maps[2 * m], out.maps[2 * m + 1]);
    }
    if (of.toon) {
        const toon_surface& toon = *of.toon;
        const bool has_matcap = toon.matcap_map.is_used(); // without there is none, not a white one
        out.toon[0] = behind(toon.shade, toon.shift);
        out.toon[1] =
            behind(has_matcap ? toon.matcap : std::array<float, 3>{0, 0, 0}, toon.sharpness);
        out.toon[2] = behind(toon.rim, toon.rim_power);
        out.toon[3] = {{toon.rim_lift, toon.rim_mix, toon.evenness, 0}};
        out.toon[4] = behind(toon.outline_colour, toon.outline_mix);
        out.toon[5] = {{toon.scroll[0], toon.scroll[1], toon.spin, 0}};
        out.outline = {{toon.outline_size,
                        toon.outline == outline_width::none    ? 0.0F
                        : toon.outline == outline_width::world ? 1.0F
                                                               : 2.0F,
                        0, 0}};
    }
    return out;
}

void surface_uniforms::create() {
    surface_ = make_vectors("u_surface", 4);
    maps_ = make_vectors("u_maps", 16);
    toon_ = make_vectors("u_toon", 6);
    outline_ = make_vectors("u_outline", 1);
    for (std::size_t m = 0; m < samplers_.size(); ++m) {
        samplers_[m] = make_sampler(sampler_names[m]);
    }
    shade_sampler_ = make_sampler("s_shade");
    shift_sampler_ = make_sampler("s_shift");
    constexpr std::uint32_t white = 0xFFFFFFFF;
    white_ = unique_handle(bgfx::createTexture2D(1, 1, false, 1, bgfx::TextureFormat::RGBA8, 0,
                                                 bgfx::copy(&white, sizeof white)));
}

void surface_uniforms::bind(std::uint8_t stage, surface_map which, const sampled_texture& texture) {
    const bool is_there = bgfx::isValid(texture.texture);
    bgfx::setTexture(stage, samplers_[static_cast<std::size_t>(which)].get(),
                     is_there ? texture.texture : white_.get(), is_there ? texture.flags : 0);
}

void surface_uniforms::set(const surface_rows& rows,
                           const std::array<sampled_texture, surface_map_count>& maps, bool is_toon,
                           bool hull, float seconds) {
    const auto of = [&](surface_map map) { return maps[static_cast<std::size_t>(map)]; };
    std::array<row, 4> surface = rows.surface;
    surface[3].v[3] = seconds;
    bgfx::setUniform(surface_.get(), surface.data(), 4);
    bgfx::setUniform(maps_.get(), rows.maps.data(), 16);
    const row outline = hull ? rows.outline : row{};
    bgfx::setUniform(outline_.get(), outline.v);
    bind(1, surface_map::base, of(surface_map::base));
    bind(2, surface_map::normal, of(surface_map::normal));
    bind(3, surface_map::emissive, of(surface_map::emissive));
    bind(outline_stage, surface_map::outline, of(surface_map::outline));
    if (!is_toon) {
        bind(4, surface_map::metallic_roughness, of(surface_map::metallic_roughness));
        bind(5, surface_map::occlusion, of(surface_map::occlusion));
        return;
    }
    std::array<row, 6> toon = rows.toon;
    toon[3].v[3] = hull ? 1.0F : 0.0F;
    bgfx::setUniform(toon_.get(), toon.data(), 6);
    const auto or_white = [&](const sampled_texture& texture) {
        return bgfx::isValid(texture.texture) ? texture : sampled_texture{white_.get(), 0};
    };
    const sampled_texture shade = or_white(of(surface_map::shade));
    const sampled_texture shift = or_white(of(surface_map::shift));
    bgfx::setTexture(4, shade_sampler_.get(), shade.texture, shade.flags);
    bgfx::setTexture(5, shift_sampler_.get(), shift.texture, shift.flags);
    bind(6, surface_map::rim, of(surface_map::rim));
    bind(7, surface_map::matcap, of(surface_map::matcap));
    bind(8, surface_map::animation, of(surface_map::animation));
}

void surface_uniforms::set_depth(const surface_rows& rows, const sampled_texture& base,
                                 float cutoff) {
    std::array<row, 4> surface = rows.surface;
    surface[1].v[3] = cutoff;
    bgfx::setUniform(surface_.get(), surface.data(), 4);
    bgfx::setUniform(maps_.get(), rows.maps.data(), 16);
    const row none{};
    bgfx::setUniform(outline_.get(), none.v);
    bind(1, surface_map::base, base);
    bind(outline_stage, surface_map::outline, {});
}

} // namespace jounce::render
