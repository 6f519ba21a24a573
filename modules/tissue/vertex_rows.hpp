#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/node_weights.hpp>
#include <jounce/modules/work/share_work.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::tissue {

/// Handles of places in the flesh, in rows.
struct place_rows {
    row_starts first = {0}; ///< [place + 1]
    std::vector<handle_weight> weights;
    std::size_t outside = 0;      ///< places that lie in no tetrahedron
    std::size_t most_handles = 0; ///< of a place, before the limit
    double mean_handles = 0;      ///< of places that have any, before the limit
    double largest_loss = 0;      ///< sum of the weights that a place lost to the limit
};

/// What moves vertices of the skin. Weights are those inside of the tetrahedron; gradients are averages over the
/// tetrahedra around its nodes, so that normals do not jump from one to the next. The largest weights stay, as floats:
/// so files hold them.
///
/// Error names: `open_mesh` (a place far from every tetrahedron: the flesh does not fill the skin), `cancelled`.
/// @param is_wanted  [place] 0: gets no handles
/// @param most       handles of a place
result<place_rows> rows_at(const tet_mesh& mesh, const node_weights& weights,
                           std::span<const vec3<double>> places,
                           std::span<const std::uint8_t> is_wanted, std::size_t most,
                           const work::work_options& work, const work::work_step& step);

} // namespace jounce::tissue
