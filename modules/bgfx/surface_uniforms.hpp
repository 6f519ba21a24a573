#pragma once

#include <jounce/components/assets/material.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/modules/bgfx/surface_textures.hpp>
#include <jounce/modules/bgfx/unique_handle.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace jounce::render {

/// Textures of a material, in the order of shaders/maps.sh; the matcap has no coordinates and comes last. Toon
/// surfaces have the second name in the place of the first.
enum class surface_map : std::uint8_t {
    base,
    normal,
    emissive,
    metallic_roughness,
    occlusion,
    rim,
    animation,
    outline,
    matcap,
    shade = metallic_roughness,
    shift = occlusion,
};
inline constexpr std::size_t surface_map_count = 9;

/// A material as shaders read it: numbers of shaders/surface.sh, maps.sh, fs_toon.sc and vs_surface_main.sh.
struct surface_rows {
    using row = palette_row<float>;
    std::array<row, 4> surface{};
    std::array<row, 16> maps{};
    std::array<row, 6> toon{};
    row outline{}; ///< of the hull; other draws have none
};

/// The numbers of a material.
surface_rows rows_of(const material& of);

/// Which texture a map is, or null, and what for.
struct used_map {
    const texture_use* use = nullptr;
    texture_purpose purpose = {};
};
used_map map_of(const material& of, surface_map map);

/// Uniforms and samplers of surfaces.
class surface_uniforms {
public:
    void create();

    /// Sets all that a draw needs. Textures that there are none of are white.
    /// @param seconds  for what scrolls and spins; @param hull  draws the outline
    void set(const surface_rows& rows, const std::array<sampled_texture, surface_map_count>& maps,
             bool is_toon, bool hull, float seconds);
    /// The same for passes that only need depth. @param cutoff  alpha below which there is nothing
    void set_depth(const surface_rows& rows, const sampled_texture& base, float cutoff);

private:
    void bind(std::uint8_t stage, surface_map sampler, const sampled_texture& texture);

    unique_handle<bgfx::UniformHandle> surface_;
    unique_handle<bgfx::UniformHandle> maps_;
    unique_handle<bgfx::UniformHandle> toon_;
    unique_handle<bgfx::UniformHandle> outline_;
    std::array<unique_handle<bgfx::UniformHandle>, surface_map_count> samplers_;
    unique_handle<bgfx::UniformHandle> shade_sampler_;
    unique_handle<bgfx::UniformHandle> shift_sampler_;
    unique_handle<bgfx::TextureHandle> white_;
};

} // namespace jounce::render
