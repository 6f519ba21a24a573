#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/tet_mesh.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::tissue {

/// Where handles are wanted.
struct handle_wish {
    std::size_t count = 40;
    std::span<const double> density; ///< [node], or empty: the same everywhere
    std::span<const vec3<double>>
        places; ///< if there are any: a handle at the node nearest to each
};

/// Handles, and nodes that have to be held beside those of bones.
struct placed_handles {
    std::vector<std::uint32_t> handles;
    std::vector<std::uint32_t> held; ///< nodes that stand still, ascending
    std::vector<std::uint32_t>
        candidates;              ///< nodes that could be handles; their density is above zero
    std::size_t stiff_parts = 0; ///< parts of the flesh without room for handles: all of it is held
};

/// Puts handles on outer nodes that no bone holds, far from each other. A part of the flesh whose handles and bones
/// lie in one plane could tilt freely; such parts are held as a whole.
///
/// Error name: `no_handles` (no node is left for one, or the density is zero everywhere).
/// @param bone_nodes  ascending
result<placed_handles> place_handles(const tet_mesh& mesh, const std::vector<tet_facet>& facets,
                                     std::span<const std::uint32_t> bone_nodes,
                                     const handle_wish& wish);

} // namespace jounce::tissue
