#pragma once

#include <jounce/modules/tissue/biharmonic.hpp>
#include <jounce/modules/tissue/place_handles.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::tissue {

/// Weights are wanted between these. Beyond them a handle moves something against its own way, or further than itself.
inline constexpr double least_wanted = -0.3, largest_wanted = 1.1;

/// Handles with weights.
struct weighed_handles {
    std::vector<std::uint32_t> handles; ///< nodes
    std::vector<std::uint32_t> held;    ///< nodes that stand still, ascending
    raw_weights raw;
    std::size_t stiffened = 0; ///< nodes that are held because they would move against their handle
};

/// How many handles are placed before it is known where more are needed.
std::size_t first_handles(std::size_t count);

/// Solves for the weights and adds the rest of the handles where weights leave the wanted range: on thin parts with a
/// handle on one side of the bone only, whose other side would go the other way, and on ends beyond the last handle.
/// What is left of them goes far from all others. Nodes that would still move against a handle are held.
///
/// Error names: those of `biharmonic_weights`.
/// @param count  of handles in all; 0: none is added
result<weighed_handles> weigh_handles(const tet_mesh& mesh, const std::vector<tet_facet>& facets,
                                      const placed_handles& placed, std::size_t count,
                                      const work::work_options& work, const work::work_step& step);

} // namespace jounce::tissue
