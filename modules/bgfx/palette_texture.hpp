#pragma once

#include <jounce/components/palette.hpp>
#include <jounce/modules/bgfx/unique_handle.hpp>

#include <cstdint>
#include <vector>

namespace jounce::gpu {

/// Texels per line of the palette texture; shaders/palette_texture.sh has the same number.
inline constexpr std::uint16_t palette_texture_width = 1024;

/// The texture that all palettes of a frame are in, and the memory they are put together in. bgfx reads
/// that memory when it draws, later than when it is told: a ring of several frames keeps it alive.
/// Grows when a frame needs more; otherwise a frame allocates nothing here (bgfx itself takes a header
/// of a few bytes from its allocator).
class palette_texture {
public:
    /// Room for a frame's texels; writes by other threads must be over before `submit`.
    palette_row<float>* begin(std::size_t texels);
    /// Hands the texels of the latest `begin` to bgfx: one update for all characters.
    void submit();
    /// What `begin` returned last.
    const palette_row<float>* texels() const { return ring_[turn_].data(); }

    bgfx::TextureHandle handle() const { return texture_.get(); }
    void forget();

private:
    static constexpr std::size_t frames_alive = 3;

    unique_handle<bgfx::TextureHandle> texture_;
    std::size_t texture_lines_ = 0;
    std::vector<palette_row<float>> ring_[frames_alive];
    std::size_t turn_ = 0;
    std::size_t lines_ = 0; ///< used by this frame
    /// Memory that was too small, until nobody can be reading it.
    std::vector<std::vector<palette_row<float>>> retired_;
    std::size_t frames_since_growth_ = 0;
};

} // namespace jounce::gpu
