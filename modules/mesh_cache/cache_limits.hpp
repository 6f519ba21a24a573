#pragma once

#include <cstddef>
#include <cstdint>

namespace jounce::mesh_cache {

/// Limits of deforming meshes in files. Everything is checked before memory is allocated.
struct cache_limits {
    std::uint64_t max_file_bytes = 4ULL << 30U; ///< of one file
    std::uint64_t max_bytes = 8ULL << 30U;      ///< of the positions of all frames, in memory
    std::size_t max_vertices = 20'000'000;
    std::size_t max_triangles = 40'000'000;
    std::size_t max_frames = 1'000'000;
};

} // namespace jounce::mesh_cache
