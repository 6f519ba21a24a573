#pragma once

// A mesh as the solver wants it: one vertex per place, no triangle twice, all of a part facing the same
// way. For bind_surface.cpp and what needs neighbours on the surface.

#include <jounce/modules/weights/surface.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::weights {

using triangle = std::array<std::uint32_t, 3>;
inline constexpr std::uint32_t no_vertex = 0xffffffffU;

/// Sides of triangles that lie on each other: side s of triangle t is 3 t + s and goes from its vertex s
/// to vertex s + 1. Edges with other than two triangles have none.
struct triangle_sides {
    std::vector<std::uint32_t> twin; ///< [side], or `no_vertex`
    std::size_t non_manifold = 0;    ///< edges with more than two triangles
    std::size_t open = 0;            ///< edges with one
};
triangle_sides find_sides(const std::vector<triangle>& triangles);

/// Vertices come sorted by place, so that nothing depends on the order in which they were given.
struct clean_surface {
    std::vector<vec3<double>> positions;
    std::vector<triangle> triangles;
    triangle_sides sides;
    std::vector<std::uint32_t> vertex_of; ///< [given vertex]; `no_vertex`: it is not finite
    std::vector<std::uint32_t> part_of;   ///< [vertex]
    std::vector<std::uint8_t> is_closed;  ///< [part]; 1: has an inside. Its triangles face outwards
    std::vector<std::uint8_t> is_solid;   ///< [part]; 1: has triangles at all
    double extent = 0;                    ///< diagonal of the bounding box
    std::size_t degenerate = 0, duplicate = 0, flipped = 0;

    std::size_t part_count() const { return is_closed.size(); }
};

/// @pre indices of triangles are in range
clean_surface clean(const surface& mesh);

/// Quarters every triangle `times` times, so that heat has room to flow in coarse meshes. The first
/// vertices stay as they are.
clean_surface refined(clean_surface coarse, int times);

/// Unit normals of vertices, weighted by angle; zero where there is none.
std::vector<vec3<double>> normals_of(const clean_surface& mesh);

} // namespace jounce::weights
