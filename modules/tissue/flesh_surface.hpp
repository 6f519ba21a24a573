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
    /// As `skin`, and caps on its holes. Each edge has as many triangles one way as the other. No triangles: the inside
    /// is not known.
    std::vector<vec3<double>> positions;
    std::vector<weights::triangle> triangles;
    std::vector<std::uint32_t>
        given_vertex;               ///< [vertex of `skin`] the first given one at that place
    std::size_t capped_edges = 0;   ///< of holes that were closed
    std::size_t crossing_edges = 0; ///< edges that pierce another triangle
    double volume = 0;              ///< inside; what is inside twice counts twice
    double area = 0;                ///< of the skin
};

/// What to do about a skin with holes.
enum class hole_rule : std::uint8_t {
    refuse, ///< `open_mesh`
    cap,    ///< flat caps
    keep,   ///< its inside is not needed
};

/// Welds a skin and looks whether it can hold flesh.
///
/// Error names: `no_vertices`, `no_triangles`, `bad_index`, `bad_count` (weights of another number of vertices),
/// `not_finite`, `no_weights` (a vertex that no joint moves), `bad_weight`, `open_mesh`, `no_volume`, `cancelled`.
result<flesh_surface> take_skin(const tissue_mesh& mesh, hole_rule holes,
                                const work::work_options& work, const work::work_step& step);

} // namespace jounce::tissue
