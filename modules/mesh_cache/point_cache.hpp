#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/mesh_cache/cache_limits.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace jounce::mesh_cache {

/// Positions of points over time, without faces.
struct point_cache {
    std::size_t points = 0;
    std::size_t frames = 0;
    double fps = 0;                      ///< 0: the file does not say
    std::vector<vec3<double>> positions; ///< [frame][point]
};

/// Reads a PC2 file, little-endian: `POINTCACHE2` and a zero, int32 1, points, float first frame and frames
/// per sample, int32 samples, positions.
/// Error names: `unsupported` (another magic word), `unsupported_version`, `bad_count`, `too_many`,
/// `too_large`, `unreadable`, `bad_number`, `not_finite`.
/// @param name  stands for the file in messages
result<point_cache> parse_pc2(std::span<const std::byte> bytes, const std::filesystem::path& name,
                              const cache_limits& limits = {});

/// Reads an MDD file, big-endian: int32 frames, points, a time in seconds for each frame, positions. Evenly
/// spaced times give the rate; others are not kept.
/// Error names: as of `parse_pc2`, without the first two; `bad_time` (times that go back).
result<point_cache> parse_mdd(std::span<const std::byte> bytes, const std::filesystem::path& name,
                              const cache_limits& limits = {});

} // namespace jounce::mesh_cache
