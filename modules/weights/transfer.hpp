#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/weights/surface.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <span>

namespace jounce::weights {

/// How to find the place of a vertex on another mesh.
struct transfer_options {
    /// Surfaces whose normal is off by more than this angle (radians) are passed over while others
    /// are near: so the inner side of a lip does not take the weights of the outer one. Pi: no matter.
    double max_angle = 1.5707963267948966;
    std::span<const vec3<double>> normals; ///< [vertex of `to`], or empty: made from its triangles
    work_options work;
};

/// Weights of one mesh for the vertices of another that lies over it: those of the nearest point on
/// the surface, interpolated.
/// Error names: `no_vertices`, `no_triangles` (`from` has none), `bad_index`, `cancelled`.
result<weight_table> transfer(const surface& from, const weight_table& weights, const surface& to,
                              const transfer_options& options = {});

} // namespace jounce::weights
