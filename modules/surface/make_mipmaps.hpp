#pragma once

#include <jounce/components/assets/material.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce {

/// What the numbers of a picture mean.
enum class image_use : std::uint8_t {
    colour, ///< sRGB: mixed in linear light
    normal, ///< directions, of unit length after mixing
    data,   ///< anything else: mixed as it is
};

/// How the alpha of a picture is used, which its smaller copies must respect.
struct mipmap_alpha {
    /// `opaque`: alpha has no meaning. `blend`: texels count by their alpha, so that what is invisible lends its
    /// colour to nothing. `mask`: that, and as large a share of the texels is at or above the cutoff as in the picture
    /// itself; leaves would vanish with distance otherwise.
    alpha_mode mode = alpha_mode::opaque;
    float cutoff = 0.5F;
};

/// The smaller copies of a picture, half as wide and high each (rounded down) to a single texel. A texel is the mean of
/// the area that it covers, of parts of texels too where a side is odd. The picture itself is not among them.
/// Empty for a picture without texels, or with other than width times height of them.
/// Cost  about 20 ns per texel of the picture; memory as large as the picture. Always the same bits.
std::vector<texture_image> make_mipmaps(const texture_image& of, image_use use,
                                        const mipmap_alpha& alpha = {});

/// Copies that `make_mipmaps` makes of a picture of that size.
std::size_t mipmap_count(std::uint32_t width, std::uint32_t height);

} // namespace jounce
