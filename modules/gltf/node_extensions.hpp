#pragma once

#include <jounce/modules/gltf/nodes.hpp>
#include <jounce/modules/gltf/source.hpp>

#include <cstddef>
#include <optional>

namespace jounce::gltf {

/// What an extension says at a node, if it is there.
std::optional<json::value> extension_of(const json::value& root, std::size_t node,
                                        const char* name);

/// Marks meshes without a skin whose node mirrors them at rest (`mesh::is_mirrored`).
/// @pre `read_nodes`, `read_meshes`
void mark_mirrored(const node_tree& tree, model& into);

/// `KHR_node_visibility`: marks the meshes of hidden nodes and of all below them, and puts them
/// after the others.
/// @pre `read_nodes`, `read_meshes`
void mark_hidden(source& from, const json::value& root, const node_tree& tree, model& into);

/// `EXT_mesh_gpu_instancing`. Mistakes: `bad_index` and those of accessors.
/// @pre `read_nodes`, `find_level_nodes`
void read_instances(source& from, const json::value& root, model& into);

} // namespace jounce::gltf
