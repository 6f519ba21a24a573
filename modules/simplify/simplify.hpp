#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Levels of detail of skinned meshes.
namespace jounce::simplify {

/// A mesh, and poses that its levels must look right in. Any unit of length.
struct posed_mesh {
    std::span<const vec3<double>> rest;       ///< [vertex]
    std::span<const std::uint32_t> triangles; ///< three vertices each
    /// [pose][vertex]; 8 to 16 poses that differ keep the vertices of joints. Empty: the rest pose alone.
    std::span<const vec3<double>> poses = {};
};

/// A level of detail.
struct mesh_detail {
    std::vector<std::uint32_t> triangles; ///< three vertices of the mesh each, in the mesh's order
    std::vector<std::uint32_t> kept;      ///< vertices of the mesh that are used, ascending
    /// Root mean square distance of the mesh's triangles from the vertices that stand for them, over the rest pose
    /// and all poses, as a share of the extent at rest.
    double error = 0;
};

/// Bounds of what `simplify` accepts.
struct simplify_limits {
    std::uint64_t max_bytes = 4ULL << 30U; ///< of memory that it may take
};

/// Removes vertices one by one, always where it changes the least over all poses, and gives a level for each target.
/// Vertices that stay are those of the mesh and are not moved. Borders, seams (several vertices in one place) and
/// edges of more than two triangles keep their shape; no part of a mesh vanishes; triangles do not flip in any of the
/// poses. A level may therefore have more triangles than were asked for. The same input gives the same bits.
/// Cost: a second per 100,000 triangles and eight poses.
/// @param targets  numbers of triangles, descending
/// Errors: `no_vertices`, `no_triangles`, `bad_index`, `bad_count` if poses have other numbers of vertices,
/// `not_finite`, `bad_order` if targets do not descend, `too_large`.
result<std::vector<mesh_detail>> simplify(const posed_mesh& mesh,
                                          std::span<const std::size_t> targets,
                                          const simplify_limits& limits = {});

/// Frames to simplify by: at most `wanted` of `count`, evenly spread.
std::vector<std::size_t> spread_frames(std::size_t count, std::size_t wanted);

/// The error of a decomposition on the vertices of a level: `100 |P - P'| / |P - P_mean|`, where P_mean holds every
/// vertex at the mean of its places over time. Zero if nothing moves and nothing is wrong.
/// @param frames, skinned  [frame][vertex], as they are and as bones make them
/// @pre both have the same size, a multiple of `vertex_count`; `kept` is below it
double error_on_kept(std::span<const vec3<double>> frames, std::span<const vec3<double>> skinned,
                     std::size_t vertex_count, std::span<const std::uint32_t> kept);

} // namespace jounce::simplify
