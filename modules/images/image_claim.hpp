#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace jounce {

/// Kinds of picture files that are read.
enum class image_format : std::uint8_t { png, jpeg, webp };

/// What the head of a picture file says. Decoders ask for memory by it, so it is checked first.
struct image_claim {
    image_format format = image_format::png;
    std::uint32_t width = 0;
    std::uint32_t height = 0;

    /// Of the decoded picture, four for each texel.
    std::uint64_t bytes() const { return std::uint64_t{4} * width * height; }
};

/// Looks at the head alone. The content decides, not a name. Nothing if it is no PNG, JPEG or WebP, or ends before its
/// size is said, or has no texels.
std::optional<image_claim> read_image_claim(std::span<const std::byte> file);

} // namespace jounce
