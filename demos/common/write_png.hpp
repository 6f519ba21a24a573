#pragma once

#include "device.hpp"

#include <jounce/modules/result/result.hpp>

#include <filesystem>

namespace demo {

/// Writes a picture, whole or not at all. Error name: `cannot_write`.
jounce::result<bool> write_png(const std::filesystem::path& file, const image& picture);
/// Error name: `cannot_read`.
jounce::result<image> read_png(const std::filesystem::path& file);

} // namespace demo
