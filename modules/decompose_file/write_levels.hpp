#pragma once

#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/decompose_file/make_levels.hpp>
#include <jounce/modules/mesh_cache/cached_mesh.hpp>

#include <cstdint>
#include <vector>

namespace jounce::decompose {

/// Adds levels of detail to the node of a mesh (`MSFT_lod`): for each a node outside of the scene with the same skin,
/// and a mesh with the same accessors but its own indices. Programs that do not know the extension show the mesh.
/// @param node  has the mesh, whose primitives are the parts
/// @return  the nodes of the levels
std::vector<std::int32_t> add_level_nodes(bake::glb_document& document,
                                          const mesh_cache::cached_mesh& mesh,
                                          const character_levels& levels, std::int32_t node);

} // namespace jounce::decompose
