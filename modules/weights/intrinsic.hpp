#pragma once

// The Laplacian of a surface on its intrinsic Delaunay triangulation: the same surface, cut into
// better triangles. Long and thin triangles then give no negative weights, so heat never makes weights
// that are negative or above one.

#include <jounce/modules/weights/clean_surface.hpp>

#include <cstdint>
#include <vector>

namespace jounce::weights {

/// Half of a symmetric entry.
struct laplace_edge {
    std::uint32_t a = 0, b = 0;
    double weight = 0; ///< half the sum of cotangents, >= 0
};

struct laplacian {
    std::vector<laplace_edge> edges; ///< several may join the same two vertices
    std::vector<double> area;        ///< [vertex], a third of its triangles
    std::size_t flips = 0;           ///< edges that were exchanged
    std::size_t clamped = 0; ///< edges whose weight would be negative, at seams: they have none
};

laplacian make_laplacian(const clean_surface& mesh);

} // namespace jounce::weights
