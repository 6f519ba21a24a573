#include <jounce/modules/bgfx/palette_texture.hpp>

#include <algorithm>

namespace jounce::gpu {

palette_row<float>* palette_texture::begin(std::size_t texels) {
    turn_ = (turn_ + 1) % frames_alive;
    lines_ = (texels + palette_texture_width - 1) / palette_texture_width;
    std::vector<palette_row<float>>& memory = ring_[turn_];
    const std::size_t needed = lines_ * palette_texture_width;
    if (memory.size() < needed) {
        // Twice what is needed: crowds grow one by one.
        std::vector<palette_row<float>> larger(2 * needed);
        std::swap(memory, larger);
        retired_.push_back(std::move(larger));
        frames_since_growth_ = 0;
    } else if (++frames_since_growth_ > frames_alive) {
        retired_.clear();
    }
    return memory.data();
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
    const std::size_t bytes = lines_ * palette_texture_width * sizeof(palette_row<float>);
    bgfx::updateTexture2D(texture_.get(), 0, 0, 0, 0, palette_texture_width,
                          static_cast<std::uint16_t>(lines_),
                          bgfx::makeRef(ring_[turn_].data(), static_cast<std::uint32_t>(bytes)));
}

void palette_texture::forget() {
    texture_.forget();
    texture_lines_ = 0;
}

} // namespace jounce::gpu
