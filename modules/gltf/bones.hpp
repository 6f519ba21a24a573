#pragma once

#include <jounce/modules/gltf/nodes.hpp>
#include <jounce/modules/gltf/source.hpp>

#include <optional>
#include <vector>

namespace jounce::gltf {

/// Nodes of helper bones that this project has added to a file have this in their extras: an object with
/// the bone's `tail` in its own frame, or `true` in older files.
inline constexpr const char* helper_key = "jounce_helper";

/// Where each bone ends, in its own frame; nothing for bones that end where they begin. The rules are
/// in docs/gltf.md. @pre joints of `of` still name nodes
std::vector<std::optional<vec3<double>>> find_tails(const source& from, const json::value& root,
                                                    const node_tree& tree, const model& of);

/// Makes the rig, and bones of all nodes that joints and clips name. Mistakes: those of `rig_builder`.
void build_bones(source& from, const json::value& root, const node_tree& tree, model& into);

} // namespace jounce::gltf
