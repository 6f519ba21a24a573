#pragma once

#include <jounce/modules/gltf/model.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jounce::binding {

/// Bones of a file without skins, parents first. With a root: that node and all below it. Otherwise nodes that
/// have a parent or a child of their sort, without those at the top that hold a mesh directly: these are the
/// scene or the object that skeleton and mesh belong to. So is the line of nodes down to one that holds all
/// meshes. Nodes with a mesh, a camera or a light are none.
///
/// Error names: `unknown_bone` (no node is called like the root), `no_bone`.
/// @param json  of the model's document
/// @return      bones of the model's rig
result<std::vector<std::int32_t>>
find_joints(const gltf::model& of, const nlohmann::ordered_json& json, const std::string& root);

/// Whether all bones have one topmost node, as glTF requires of the joints of a skin.
bool has_common_root(const rig& of, std::span<const std::int32_t> bones);

/// Whether a bone is one of those that are marked, or below one.
bool is_under(const rig& of, std::int32_t bone, std::span<const std::uint8_t> marked);

} // namespace jounce::binding
