#pragma once

#include <jounce/modules/decompose/mean_shift.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::decompose {

/// Which groups of points count as modes.
struct mode_options {
    float bandwidth = 0;
    std::size_t stride = 1;                   ///< every so many points are counted
    std::size_t least_points = 1;             ///< a mode has so many of those that are counted
    std::size_t most_modes = ~std::size_t(0); ///< the largest ones stay
};

/// Modes, and the points that are near enough to be their cores.
struct found_modes {
    std::vector<std::vector<std::uint32_t>> core; ///< [mode] points, ascending
    std::size_t core_points() const;
};

/// Joins the ends of counted points, in their order, to the nearest running mean closer than half of the
/// bandwidth. Then every point is of the core of its nearest mode if its end is nearer than a quarter.
found_modes find_modes(const shifted_points& shifted, const mode_options& options);

} // namespace jounce::decompose
