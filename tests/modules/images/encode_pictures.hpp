#pragma once

// JPEG and WebP files by the encoders of their libraries. Empty where a library is not there.

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::test {

/// What a JPEG file is to be.
struct jpeg_recipe {
    int channels = 3; ///< 1, 3 or 4 (print)
    bool is_progressive = false;
    int quality = 100;
};

/// @param texels  `channels` bytes each
std::string jpeg_bytes(std::uint32_t width, std::uint32_t height,
                       const std::vector<std::uint8_t>& texels, const jpeg_recipe& recipe = {});

/// Without loss, but what is invisible may lose its colour.
std::string webp_bytes(std::uint32_t width, std::uint32_t height,
                       const std::vector<std::uint8_t>& rgba);
/// With loss.
std::string lossy_webp_bytes(std::uint32_t width, std::uint32_t height,
                             const std::vector<std::uint8_t>& rgba);

} // namespace jounce::test
