#pragma once

#include <jounce/modules/gltf/nodes.hpp>
#include <jounce/modules/gltf/source.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::gltf {

/// A node with levels of detail (`MSFT_lod`).
struct level_group {
    std::int32_t node = -1;           ///< the finest
    std::vector<std::int32_t> levels; ///< nodes, each coarser than the one before
    std::vector<float> coverage;      ///< [level, the finest first]
    std::string place;                ///< JSON pointer
};

/// Finds levels of detail and marks the nodes of coarser ones, and all below them, in `source::level_nodes`, so that
/// nobody draws them beside the finest. More levels than `max_detail_levels` are left out with a warning.
/// Mistakes: `bad_index`, `wrong_type`, `missing_member`, `cycle` (a level that leads back to itself).
/// @pre `read_nodes`
std::vector<level_group> find_level_nodes(source& from, const json::value& root,
                                          const node_tree& tree);

/// Gives meshes their levels. Levels that do not share the vertices, the skin or the place of the finest are left out
/// with a warning. Mistakes: `bad_index` and those of accessors.
/// @pre `find_level_nodes`, `read_meshes`; meshes are still in the order of the file
void read_levels(source& from, const std::vector<level_group>& groups, const node_tree& tree,
                 model& into);

} // namespace jounce::gltf
