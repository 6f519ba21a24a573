#pragma once

#include <jounce/modules/decompose/mesh_animation.hpp>
#include <jounce/modules/mesh_cache/cache_limits.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <filesystem>
#include <span>

namespace jounce::mesh_cache {

/// Reads a .sma file, little-endian without padding: `JSMA0001`, uint32 vertices, triangles, frames, 0; the
/// rest pose as floats, triangles as int32 from zero, then the frames. It has no frame rate: its only take has
/// 24 frames per second.
/// Error names: `unsupported` (another magic word), `bad_count`, `too_many`, `too_large`, `unreadable`,
/// `bad_index`, `not_finite`.
/// @param name  stands for the file in messages
result<decompose::mesh_animation> parse_sma(std::span<const std::byte> bytes,
                                            const std::filesystem::path& name,
                                            const cache_limits& limits = {});

} // namespace jounce::mesh_cache
