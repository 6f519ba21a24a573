#include <jounce/modules/bgfx/skin_uniforms.hpp>

#include <jounce/modules/bgfx/make_uniform.hpp>

#include <algorithm>

namespace jounce::render {
namespace {

// Of shaders/palette_texture.sh and palette_uniform.sh.
constexpr std::uint8_t clip_stage = 13;
constexpr std::uint8_t palette_stage = 14;
constexpr std::uint8_t morph_stage = 15;
constexpr std::uint8_t compute_palette_stage = 2;
constexpr std::uint8_t compute_morph_stage = 3;

} // namespace

void skin_uniforms::create() {
    skin_ = make_vectors("u_skin");
    batch_ = make_vectors("u_batch");
    tint_ = make_vectors("u_tint");
    palette_ = make_vectors("u_palette", max_uniform_rows);
    instance_ = make_vectors("u_instance", 5);
    weights_ = make_vectors("u_weights", max_morphs / 4);
    palette_sampler_ = make_sampler("s_palette");
    morph_sampler_ = make_sampler("s_morph");
    clip_sampler_ = make_sampler("s_clips");
    const palette_row<float> zero = {};
    nothing_ = unique_handle(bgfx::createTexture2D(1, 1, false, 1, bgfx::TextureFormat::RGBA32F,
                                                   BGFX_SAMPLER_POINT | BGFX_SAMPLER_UVW_CLAMP,
                                                   bgfx::copy(&zero, sizeof zero)));
}

void skin_uniforms::forget() {
    skin_.reset();
    batch_.reset();
    tint_.reset();
    palette_.reset();
    instance_.reset();
    weights_.reset();
    palette_sampler_.reset();
    morph_sampler_.reset();
    clip_sampler_.reset();
    nothing_.reset();
}

void skin_uniforms::set_skin(const skin_setup& setup) { bgfx::setUniform(skin_.get(), &setup); }

void skin_uniforms::set_batch(std::size_t first_instance, std::size_t first_vertex,
                              std::size_t first_tangent) {
    const float batch[4] = {static_cast<float>(first_instance), static_cast<float>(first_vertex),
                            static_cast<float>(first_tangent), 0};
    bgfx::setUniform(batch_.get(), batch);
}

void skin_uniforms::set_tint(const palette_row<float>& tint) {
    bgfx::setUniform(tint_.get(), tint.v);
}

void skin_uniforms::set_palette(const palette_row<float>* texels, const instance& who,
                                std::size_t rows, std::uint32_t morph_count,
                                std::uint32_t handles) {
    const std::uint32_t weight_rows = (morph_count + 3) / 4;
    const palette_row<float>* palette = texels + who.palette();
    if (handles > 0) {
        const auto behind = std::copy_n(palette, rows, rows_.begin());
        std::copy_n(texels + who.morph_weights() + weight_rows, handles, behind);
        palette = rows_.data();
    }
    bgfx::setUniform(palette_.get(), palette, static_cast<std::uint16_t>(rows + handles));
    instance data = who;
    data.rows[3].v[0] = 0; // the uniforms begin with this palette
    data.rows[3].v[1] = -1;
    data.rows[3].v[2] = static_cast<float>(rows); // where displacements are
    bgfx::setUniform(instance_.get(), data.rows, 5);
    if (morph_count > 0) {
        bgfx::setUniform(weights_.get(), texels + who.morph_weights(),
                         static_cast<std::uint16_t>(weight_rows));
    }
}

bgfx::TextureHandle skin_uniforms::or_nothing(bgfx::TextureHandle texture) const {
    return bgfx::isValid(texture) ? texture : nothing_.get();
}

void skin_uniforms::bind_textures(bgfx::TextureHandle palettes, bgfx::TextureHandle morphs,
                                  bgfx::TextureHandle clips) {
    bgfx::setTexture(palette_stage, palette_sampler_.get(), or_nothing(palettes));
    bgfx::setTexture(clip_stage, clip_sampler_.get(), or_nothing(clips));
    bind_morphs(morphs);
}

void skin_uniforms::bind_morphs(bgfx::TextureHandle morphs) {
    bgfx::setTexture(morph_stage, morph_sampler_.get(), or_nothing(morphs));
}

void skin_uniforms::bind_compute_textures(bgfx::TextureHandle palettes,
                                          bgfx::TextureHandle morphs) {
    bgfx::setTexture(compute_palette_stage, palette_sampler_.get(), palettes);
    bgfx::setTexture(compute_morph_stage, morph_sampler_.get(), or_nothing(morphs));
}

} // namespace jounce::render
