#pragma once

#include <jounce/modules/bgfx/unique_handle.hpp>
#include <jounce/modules/render/upload_plan.hpp>

#include <array>
#include <cstddef>

namespace jounce::render {

/// Rows of the uniform palette; a longer array would wrap silently in SPIR-V.
inline constexpr std::size_t max_uniform_rows = 255;

/// The uniform `u_skin`, see shaders/skin.sh.
struct skin_setup {
    /// What a group of handles counts in `morphs_and_groups`: more than there are morph targets.
    static constexpr float per_handle_group = 128;

    float rows_per_joint = 3;
    float morphs_and_groups =
        0; ///< morph targets + `per_handle_group` x groups of handles per vertex; below 0 if targets move tangents
    float inverse_deviation = 0;
    float vertex_count = 0;
};

/// Uniforms and samplers of the skinning shaders.
class skin_uniforms {
public:
    /// What a draw of route `uniforms` takes of bgfx's uniform memory: palette, instance, weights and
    /// bgfx's own.
    static constexpr std::size_t draw_bytes = (255 + 5 + 16 + 1) * 16 + 1024;

    void create();
    void forget();

    void set_skin(const skin_setup& setup);
    /// Compute: palette texel of the first instance, first vertex and tangent to write.
    void set_batch(std::size_t first_instance, std::size_t first_vertex, std::size_t first_tangent);
    void set_tint(const palette_row<float>& tint);
    /// One character for route `uniforms`; `rows` of palette from where its instance says, and behind them what its
    /// flesh does. @pre rows + handles <= max_uniform_rows
    void set_palette(const palette_row<float>* texels, const instance& who, std::size_t rows,
                     std::uint32_t morph_count, std::uint32_t handles);
    /// Textures that there are none of may be invalid.
    void bind_textures(bgfx::TextureHandle palettes, bgfx::TextureHandle morphs,
                       bgfx::TextureHandle clips);
    void bind_morphs(bgfx::TextureHandle morphs);
    void bind_compute_textures(bgfx::TextureHandle palettes, bgfx::TextureHandle morphs);

private:
    bgfx::TextureHandle or_nothing(bgfx::TextureHandle texture) const;

    unique_handle<bgfx::UniformHandle> skin_;
    unique_handle<bgfx::UniformHandle> batch_;
    unique_handle<bgfx::UniformHandle> tint_;
    unique_handle<bgfx::UniformHandle> palette_;
    unique_handle<bgfx::UniformHandle> instance_;
    unique_handle<bgfx::UniformHandle> weights_;
    unique_handle<bgfx::UniformHandle> palette_sampler_;
    unique_handle<bgfx::UniformHandle> morph_sampler_;
    unique_handle<bgfx::UniformHandle> clip_sampler_;
    unique_handle<bgfx::TextureHandle> nothing_; ///< something must be bound
    std::array<palette_row<float>, max_uniform_rows>
        rows_; ///< palette and displacements side by side
};

} // namespace jounce::render
