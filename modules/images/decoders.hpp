#pragma once

#include <jounce/modules/images/image_claim.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace jounce {

/// Where a decoder writes: what the head of the file said, with room for it.
struct decoder_target {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint8_t* texels = nullptr; ///< four bytes for each, rows from the top
};

/// @{
/// False, and why, if the picture is damaged or is not of the size that its head said. What was written until then is
/// of no use. Only where the library is.
bool decode_png(std::span<const std::byte> file, const decoder_target& to, std::string& why);
bool decode_jpeg(std::span<const std::byte> file, const decoder_target& to, std::string& why);
bool decode_webp(std::span<const std::byte> file, const decoder_target& to, std::string& why);
/// @}

} // namespace jounce
