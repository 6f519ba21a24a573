#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/node_weights.hpp>
#include <jounce/modules/tissue/tet_mesh.hpp>
#include <jounce/modules/work/share_work.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace jounce::tissue {

/// Weights before the cut, and how well the equations were solved.
struct raw_weights {
    std::vector<double> values; ///< [node][handle]
    double affine_error =
        0; ///< places that handles and bones give to nodes, by the extent of the mesh
    double unity_error = 0; ///< of a one that handles and bones give
};

/// Biharmonic weights: of all functions that are one at their handle and zero at other handles and at bone nodes
/// those of the least `facet_energy`. Exactly one and zero there.
///
/// Error names: `singular` (a part whose handles and bone nodes lie in one plane: any tilt about it costs nothing),
/// `cancelled`.
/// @param handles  nodes; none of them is a bone node
result<raw_weights> biharmonic_weights(const tet_mesh& mesh, const std::vector<tet_facet>& facets,
                                       std::span<const std::uint32_t> bone_nodes,
                                       std::span<const std::uint32_t> handles,
                                       const work::work_options& work, const work::work_step& step);

} // namespace jounce::tissue
