#pragma once

#include <jounce/components/base/math_types.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce {

/// A surface that wants tangents.
struct tangent_source {
    std::span<const vec3<float>> positions; ///< [vertex]
    std::span<const vec3<float>> normals;   ///< [vertex]; of any length above zero
    std::span<const std::array<float, 2>>
        texcoords; ///< [vertex], as the normal map is looked up: v points down
    std::span<const std::uint32_t> triangles; ///< three vertices each
};

/// Tangents, and the vertices that had to be doubled for them.
struct made_tangents {
    /// [vertex, then copy] unit vectors along u at right angles to the normal, and the side of v: see
    /// `surface_vertices::tangents`.
    std::vector<std::array<float, 4>> tangents;
    std::vector<std::uint32_t> copied_from; ///< [copy] the vertex that it is a copy of
    std::vector<std::uint32_t> triangles;   ///< those given, with copies where they belong
};

/// Makes tangents by the rules that tools which bake normal maps agree upon (MikkTSpace; Mikkelsen, Simulation of
/// Wrinkled Surfaces Revisited, 2008): triangles around a vertex that hang together by edges and are not mirrored
/// against each other share one, to which each gives its own by its angle. Vertices with the same place, normal and
/// texture coordinates count as one. Triangles without area, in space or in the picture, take what their neighbours
/// have. A vertex that needs several tangents keeps the one of its first triangle; copies of it get the others.
///
/// Cost  O(n log n) of corners, about 150 bytes of memory for each. The same bits everywhere with the same compiler.
/// @pre all lists have an entry per vertex; triangles name vertices; numbers are finite
made_tangents make_tangents(const tangent_source& of);

/// Triangles of a coarser level on the same vertices, with those copies in place of vertices that suit them best.
/// @param level  with the triangles of the level
std::vector<std::uint32_t> choose_copies(const tangent_source& level, const made_tangents& made);

} // namespace jounce
