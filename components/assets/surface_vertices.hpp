#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace jounce {

/// What vertices have besides a position, a normal and joints. Each list has an entry per vertex, or is empty.
struct surface_vertices {
    std::array<std::vector<std::array<float, 2>>, 2> texcoords; ///< u, v from the upper left
    /// Unit vector along u, and the side of v: 1 or -1 times the cross product of normal and tangent.
    std::vector<std::array<float, 4>> tangents;
    std::vector<std::uint32_t> colours; ///< RGBA8, red in the lowest byte, linear
};

} // namespace jounce
