#pragma once

#include <jounce/modules/binding/add_skeleton.hpp>
#include <jounce/modules/binding/skeleton.hpp>
#include <jounce/modules/gltf/model.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jounce::binding {

/// Vertices in a row of a group: those of one primitive, or of several that share positions.
struct vertex_block {
    std::vector<std::size_t> meshes; ///< of the model
    std::size_t first = 0;           ///< vertex of the group
    std::size_t count = 0;
};

/// Meshes that are bound together, as one surface, to the same joints, in one space.
struct bind_group {
    skeleton bones;
    std::vector<affine<double>> inverse_binds; ///< [joint], from the space of the group
    std::vector<vec3<double>> positions;       ///< [vertex]
    std::vector<std::uint32_t> triangles;      ///< three vertices of the group each
    std::vector<vertex_block> blocks;
    std::vector<double> owned; ///< [joint], sum of the weights so far; empty: there are none
};

/// How the mesh of a node is bound.
struct node_binding {
    std::size_t group = 0;
    std::int32_t skin = -1; ///< of the file, or -1: a new one
    affine<double> place;   ///< from the space of the mesh to that of the group
};

/// What is to be bound to what.
struct bind_plan {
    std::vector<bind_group> groups;
    std::vector<node_binding> bindings;
    std::vector<std::int32_t> binding_of;            ///< [node]; -1: stays as it is
    std::vector<std::size_t> skins_without_matrices; ///< of the file; they get those of their group
    std::vector<std::string> warnings;
};

/// Meshes of nodes with a skin are bound to its joints, at the places where its inverse bind matrices have
/// them (if it has none, where the nodes are at rest); those of equal skins belong together. Beside them meshes
/// without a skin are things (a sword, the ground) and stay as they are, unless `all_meshes` or `root` asks for
/// them. They are bound together, in model space, to the added skeleton, else to the joints below `root`, else
/// to those of all skins, else to those of `find_joints`; meshes of joints or below them move with these and
/// stay as they are.
///
/// Error names: those of `find_joints`, `bad_skin` (matrices without an inverse, joints without a common root),
/// `no_mesh`.
/// @param json   the model's document
/// @param root   may be empty
/// @param added  a skeleton that is already in the model
result<bind_plan> plan_binding(const gltf::model& of, const nlohmann::ordered_json& json,
                               const std::string& root, const std::optional<added_skeleton>& added,
                               bool all_meshes = false);

} // namespace jounce::binding
