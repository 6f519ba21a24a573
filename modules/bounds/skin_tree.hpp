#pragma once

#include <jounce/components/assets/morph_target.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Where a skinned mesh is: bounding spheres from bones and weights, and queries against the skin.
namespace jounce::bounds {

/// A skinned surface to make a tree of. Normals are not used.
struct skin_surface {
    skinned_mesh vertices;
    std::vector<std::uint32_t> triangles; ///< three vertices each
    std::vector<morph_target> morphs = {};
};

/// More triangles are treated as a broken file.
inline constexpr std::size_t max_tree_triangles = std::size_t{1} << 24U;
/// More morph targets are treated as a broken file.
inline constexpr std::size_t max_tree_morphs = 1024;
/// The most triangles of a leaf.
inline constexpr std::uint32_t leaf_triangles = 4;

/// A joint that moves vertices of a node. Weights of every vertex are taken to sum to one.
struct node_joint {
    float mean = 0;      ///< weight, over the vertices of the node
    float deviation = 0; ///< the largest difference of a weight from it
    std::uint16_t joint = 0;
    bool is_pivot = false; ///< it is the heaviest joint of one of the vertices
};

/// How far a morph target moves a vertex of a node at most.
struct node_morph {
    float most = 0; ///< at a weight of one
    std::uint16_t target = 0;
};

/// A ball around vertices at rest.
struct rest_sphere {
    vec3<float> centre;
    float radius = 0;
};

/// A node of the tree: some triangles, and what is known of their vertices at rest. Lists end where those of
/// the next node begin.
struct skin_node {
    rest_sphere rest;
    float variation = 0; ///< of weights: the most of half the sum of |weight - mean|
    float least_sum = 1; ///< of the weights of a vertex, as the mesh has them
    float most_sum = 1;
    std::uint32_t first_joint = 0; ///< of `node_joints`
    std::uint32_t first_morph = 0; ///< of `node_morphs`
    /// Of `part_spheres`, one for each joint: around the vertices that it moves. `none` if the node has few joints.
    std::uint32_t first_part = 0;
    /// Inner nodes: the second child; the first is the next node.
    std::uint32_t second_child = 0;
    std::uint32_t first_triangle = 0; ///< of `order`
    std::uint32_t triangle_count = 0;

    /// For `first_part`.
    static constexpr std::uint32_t none = 0xffffffffU;
    /// Whether it has triangles instead of children.
    bool is_leaf() const { return second_child == 0; }
};

/// Vertices of one heaviest joint, the pivot, that another joint moves too.
struct pivot_pair {
    rest_sphere rest; ///< around these vertices
    std::uint16_t pivot = 0;
    std::uint16_t joint = 0;
};

/// A binary tree of spheres over the triangles of a skinned mesh. Made by `make_skin_tree`, which has checked
/// all conditions stated here; never edited afterwards; shared by all characters that wear the mesh.
struct skin_tree {
    skin_surface surface;
    /// Of the palettes that it is posed with. The joint of this number moves nothing: it stands for vertices
    /// without weights.
    std::int32_t joint_count = 0;
    std::vector<skin_node> nodes; ///< the root first, parents before children; one more at the end
    std::vector<std::uint32_t> order;      ///< triangles, those of a node together
    std::vector<node_joint> node_joints;   ///< the heaviest of a node first
    std::vector<node_morph> node_morphs;   ///< only targets that move something
    std::vector<rest_sphere> part_spheres; ///< see `skin_node::first_part`
    std::vector<pivot_pair> pairs;         ///< by pivot
    std::vector<float>
        least_share; ///< [joint + 1] of the weights of a vertex, where it is the pivot
    std::uint32_t most_influences = 1; ///< on one vertex
    std::uint32_t depth = 0;           ///< nodes from the root to the farthest leaf

    /// Nodes, without the one that ends the lists.
    std::size_t node_count() const { return nodes.size() - 1; }
    /// All of the surface.
    std::size_t triangle_count() const { return order.size(); }
    /// All of the surface, used or not.
    std::size_t vertex_count() const { return surface.vertices.positions.size(); }
    /// Joints of a node.
    std::span<const node_joint> joints_of(std::size_t node) const {
        return {node_joints.data() + nodes[node].first_joint,
                nodes[node + 1].first_joint - nodes[node].first_joint};
    }
    /// Morph targets that move something of a node.
    std::span<const node_morph> morphs_of(std::size_t node) const {
        return {node_morphs.data() + nodes[node].first_morph,
                nodes[node + 1].first_morph - nodes[node].first_morph};
    }
    /// What it holds, the surface included.
    std::size_t bytes() const;
};

/// Makes the tree of a mesh, once for all characters. The same input gives the same tree. Vertices that no
/// triangle uses do not count. Takes n log(n)^2 steps.
///
/// Error names: `no_triangles`; `too_many` (triangles, morph targets); `bad_mesh` (arrays that do not fit
/// together); `bad_index` (a triangle without its vertex); `unknown_joint` (not below `joint_count`);
/// `bad_weight` (negative or not finite); `too_many_influences`; `too_many_joints`; `not_finite` (a position or a
/// morph target); `too_large` (nodes of too many joints).
result<skin_tree> make_skin_tree(skin_surface surface, std::int32_t joint_count);

} // namespace jounce::bounds
