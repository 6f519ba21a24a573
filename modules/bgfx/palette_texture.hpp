#pragma once

#include <jounce/components/block/palette.hpp>
#include <jounce/modules/bgfx/frame_memory.hpp>
#include <jounce/modules/bgfx/unique_handle.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace jounce::render {

/// Texels per line of the palette texture; shaders/palette_texture.sh has the same number.
inline constexpr std::uint16_t palette_texture_width = 1024;
/// Shaders get texel indices as floats, which represent all integers only up to this.
inline constexpr std::size_t max_texel_number = std::size_t{1} << 24U;

/// The texture with all palettes of a frame, and the memory in which they are collected. Grows when
/// a frame needs more; otherwise a frame allocates nothing here (bgfx itself takes a header of a
/// few bytes from its allocator).
class palette_texture {
public:
    /// Texels that a texture of this device can have.
    static std::size_t capacity();

    /// Room for a frame's texels; writes by other threads must be over before `submit`.
    /// @pre texels <= capacity()
    palette_row<float>* begin(std::size_t texels);
    /// Room for more, with what was written since `begin`. @pre as `begin`
    palette_row<float>* grow(std::size_t texels);
    /// Hands the texels of the latest `begin` to bgfx: one update for all characters.
    void submit();
    /// What `begin` returned last.
    const palette_row<float>* texels() const { return memory_.values(); }

    bgfx::TextureHandle handle() const { return texture_.get(); }
    void forget();

private:
    unique_handle<bgfx::TextureHandle> texture_;
    std::size_t texture_lines_ = 0;
    frame_memory<palette_row<float>> memory_;
    std::size_t lines_ = 0; ///< used by this frame
};

/// A texture of that width for rows that stay as they are, the last line filled up; none if there are no rows.
unique_handle<bgfx::TextureHandle> make_row_texture(std::span<const palette_row<float>> rows);

} // namespace jounce::render
