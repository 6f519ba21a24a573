#pragma once

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/simplify/simplify.hpp>

#include <cstdint>
#include <vector>

namespace simplify_test {

using point = jounce::vec3<double>;

/// A mesh with poses, as tests hold them.
struct shape {
    std::vector<point> rest;
    std::vector<std::uint32_t> triangles;
    std::vector<point> poses; ///< [pose][vertex]

    jounce::simplify::posed_mesh input(bool with_poses = true) const {
        return {rest, triangles, with_poses ? poses : std::span<const point>{}};
    }
    std::size_t pose_count() const { return poses.size() / rest.size(); }
    std::vector<point> pose(std::size_t index) const {
        const auto first = poses.begin() + static_cast<std::ptrdiff_t>(index * rest.size());
        return {first, first + static_cast<std::ptrdiff_t>(rest.size())};
    }
};

/// A grid in the plane y = 0, from (0, 0) to (columns, rows), open at its rim.
shape grid(int columns, int rows);
/// A closed tube along x from 0 to 4 of radius 0.5; each pose bends it about x = 2 by another angle.
shape arm(int rings, int sides, int poses);
/// A ball with two vertices in each place of one meridian, as a texture would have it.
shape seamed_ball(int rings, int sides);

/// Edges that have another number of triangles than two, counted by places.
std::size_t open_edges(const std::vector<point>& at, const std::vector<std::uint32_t>& triangles);
/// Volume inside, or of an open mesh something.
double volume(const std::vector<point>& at, const std::vector<std::uint32_t>& triangles);
/// Parts that are joined by vertices.
std::size_t loose_parts(std::size_t vertices, const std::vector<std::uint32_t>& triangles);

} // namespace simplify_test
