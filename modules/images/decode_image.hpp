#pragma once

#include <jounce/components/assets/material.hpp>
#include <jounce/modules/images/image_claim.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace jounce {

/// Limits of a picture. Files are not trusted.
struct image_limits {
    std::uint32_t max_size = 16384;           ///< texels in a row or a column
    std::uint64_t max_bytes = 1024ULL << 20U; ///< of the decoded picture
};

/// A PNG, JPEG or WebP file as red, green, blue and alpha of eight bits, as the file has them: what it says about gamma
/// and colour profiles is ignored, as glTF demands. 16 bits are rounded to eight. Pictures that are cut off or damaged
/// are refused as a whole. May be called on several threads at once; the bits do not depend on it.
/// Decoders take memory of their own while they work: up to six bytes for each texel.
/// Error names: `bad_image`, `too_large`, `unsupported` (this jounce was built without the library for it).
result<texture_image> decode_image(std::span<const std::byte> file,
                                   const image_limits& limits = {});

/// Whether this jounce was built with the library that decodes it.
bool can_decode(image_format format);

} // namespace jounce
