#pragma once

#include <jounce/modules/tissue/baked_tissue.hpp>
#include <jounce/modules/tissue/tet_mesh.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::tissue {

/// One handle that moves a node.
struct node_handle {
    std::uint32_t handle = 0;
    double weight = 0;
};

/// Which handles move the nodes; those of a node ascend.
struct node_weights {
    row_starts first = {0}; ///< [node + 1]
    std::vector<node_handle> entries;
    std::size_t handle_count = 0;

    std::span<const node_handle> of(std::size_t node) const {
        return {entries.data() + first[node], first[node + 1] - first[node]};
    }
};

/// Lets small weights fade out smoothly: all of it above 0.1, nothing below 0.03. Rows are not made to sum to one:
/// bones stand still, so there is nothing to preserve.
/// @param raw  [node][handle]
node_weights cut_weights(std::span<const double> raw, std::size_t handle_count);

/// What moves a tetrahedron: weights at its centre, and gradients, which are the same all over it. Ascending handles.
/// @param shape  of that tetrahedron
std::vector<handle_weight> handles_of(const tet_mesh& mesh, const node_weights& weights,
                                      std::size_t tet, const tet_shape& shape);

} // namespace jounce::tissue
