#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/weights/surface.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <span>

namespace jounce::weights {

/// How to find the place of a vertex on another mesh.
struct transfer_options {
    /// Surfaces whose normal is off by more than this angle (radians) are passed over while others
    /// are near, up to a twentieth of the extent farther: so the inner side of a lip does not take the weights of the outer one. Pi: no matter.
    double max_angle = 1.5707963267948966;
    std::span<const vec3<double>> normals; ///< [vertex of `to`], or empty: made from its triangles
    work_options work;
};

/// Weights of one mesh for the vertices of another that lies over it: those of the nearest point on
/// the surface, interpolated. Vertices that are not finite get the lowest bone. Corners without weights do
/// not count.
/// Error names: `no_vertices` (a mesh has none that is finite), `no_triangles` (`from` has none that is
/// finite), `bad_index`, `bad_count` (weights or normals of another number of vertices), `cancelled`.
result<weight_table> transfer(const surface& from, const weight_table& weights, const surface& to,
                              const transfer_options& options = {});

} // namespace jounce::weights
