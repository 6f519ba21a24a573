#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/tissue_mesh.hpp>
#include <jounce/modules/weights/clean_surface.hpp>
#include <jounce/modules/work/share_work.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::tissue {

/// A skin that has an inside.
struct flesh_surface {
    weights::clean_surface skin; ///< welded; triangles face outwards
    /// As `skin`, and caps on its holes. Each edge has as many triangles one way as the other.
    std::vector<vec3<double>> positions;
    std::vector<weights::triangle> triangles;
    std::vector<std::uint32_t>
        given_vertex;               ///< [vertex of `skin`] the first given one at that place
    std::size_t capped_edges = 0;   ///< of holes that were closed
    std::size_t crossing_edges = 0; ///< edges that pierce another triangle
    double volume = 0;              ///< inside; what is inside twice counts twice
    double area = 0;                ///< of the skin
};

/// Welds a skin and looks whether it can hold flesh.
///
/// Error names: `no_vertices`, `no_triangles`, `bad_index`, `bad_count` (weights of another number of vertices),
/// `not_finite`, `no_weights` (a vertex that no joint moves), `bad_weight`, `open_mesh`, `no_volume`, `cancelled`.
/// @param close_holes  holes get flat caps instead of an error
result<flesh_surface> take_skin(const tissue_mesh& mesh, bool close_holes,
                                const work::work_options& work, const work::work_step& step);

} // namespace jounce::tissue
