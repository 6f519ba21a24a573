#pragma once

#include "device.hpp"

#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <filesystem>
#include <vector>

namespace demo {

/// Every so many pixels of a picture as one: their mean.
image shrunk(const image& picture, std::uint32_t factor);

/// Pictures of the same size side by side, so many to a row.
image contact_sheet(const std::vector<image>& pictures, std::uint32_t columns);

/// Writes pictures as an animated WebP that repeats for ever, whole or not at all.
/// Error names: `cannot_write`, `no_webp` where the program was built without libwebp.
jounce::result<bool> write_webp(const std::filesystem::path& file,
                                const std::vector<image>& pictures, int milliseconds_each,
                                float quality);

} // namespace demo
