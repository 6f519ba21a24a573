#include <jounce/modules/bgfx/palette_texture.hpp>

#include <algorithm>
#include <cstring>

namespace jounce::render {

std::size_t palette_texture::capacity() {
    const std::size_t lines = bgfx::getCaps()->limits.maxTextureSize;
    return std::min(lines * palette_texture_width, max_texel_number);
}

palette_row<float>* palette_texture::begin(std::size_t texels) {
    lines_ = (texels + palette_texture_width - 1) / palette_texture_width;
    return memory_.begin(lines_ * palette_texture_width);
}

palette_row<float>* palette_texture::grow(std::size_t texels) {
    lines_ = (texels + palette_texture_width - 1) / palette_texture_width;
    return memory_.grow(lines_ * palette_texture_width);
}

void palette_texture::submit() {
    if (lines_ == 0) {
        return;
    }
    if (texture_lines_ < lines_) {
        const std::size_t most = std::max<std::uint32_t>(bgfx::getCaps()->limits.maxTextureSize, 1);
        texture_lines_ = std::min(std::max<std::size_t>(2 * lines_, 16), most);
        texture_ = unique_handle(bgfx::createTexture2D(
            palette_texture_width, static_cast<std::uint16_t>(texture_lines_), false, 1,
            bgfx::TextureFormat::RGBA32F, BGFX_SAMPLER_POINT | BGFX_SAMPLER_UVW_CLAMP));
        bgfx::setName(texture_.get(), "jounce palettes");
    }
    bgfx::updateTexture2D(texture_.get(), 0, 0, 0, 0, palette_texture_width,
                          static_cast<std::uint16_t>(lines_),
                          memory_.hand_over(lines_ * palette_texture_width));
}

void palette_texture::forget() {
    texture_.reset();
    texture_lines_ = 0;
}

unique_handle<bgfx::TextureHandle> make_row_texture(std::span<const palette_row<float>> rows) {
    if (rows.empty()) {
        return {};
    }
    const std::size_t lines = (rows.size() + palette_texture_width - 1) / palette_texture_width;
    const bgfx::Memory* memory = bgfx::alloc(
        static_cast<std::uint32_t>(lines * palette_texture_width * sizeof(palette_row<float>)));
    std::memset(memory->data, 0, memory->size);
    std::memcpy(memory->data, rows.data(), rows.size_bytes());
    return unique_handle(bgfx::createTexture2D(
        palette_texture_width, static_cast<std::uint16_t>(lines), false, 1,
        bgfx::TextureFormat::RGBA32F, BGFX_SAMPLER_POINT | BGFX_SAMPLER_UVW_CLAMP, memory));
}

} // namespace jounce::render
