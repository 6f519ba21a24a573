#pragma once

// Parts of `make_skin_tree`.

#include <jounce/modules/bounds/skin_tree.hpp>

#include <array>
#include <optional>

namespace jounce::bounds {

/// What is wrong with a surface, if anything.
std::optional<error> find_fault(const skin_surface& surface, std::int32_t joint_count);

/// One joint of a vertex, its weights made to sum to one.
struct vertex_share {
    std::uint16_t joint = 0;
    double share = 0;
};

/// The joints of vertices as spheres need them: each joint once, none of weight zero.
struct vertex_shares {
    std::vector<std::uint32_t> first; ///< [vertex + 1]
    std::vector<vertex_share> all;
    std::vector<std::uint16_t> pivot; ///< [vertex] the joint of the heaviest influence
    std::vector<double> pivot_share;  ///< [vertex] of that influence
    std::vector<double> sum;          ///< [vertex] of the weights as they are

    std::span<const vertex_share> of(std::uint32_t vertex) const {
        return {all.data() + first[vertex], first[vertex + 1] - first[vertex]};
    }
};

vertex_shares share_weights(const skinned_mesh& mesh, std::int32_t joint_count);

/// The smallest float that is not below a number.
float rounded_up(double number);

/// A ball about the middle of a box around points. The ball is not the smallest, but nearly.
class ball_of_points {
public:
    void add_to_box(const vec3<float>& point);
    /// Call for every point again, after all are in the box.
    void add_to_ball(const vec3<float>& point);
    rest_sphere sphere() const;

private:
    vec3<float> middle() const;
    vec3<float> low_, high_;
    double square_ = 0;
    bool is_empty_ = true;
};

/// Fills in what is known of nodes, one after the other.
class node_facts {
public:
    node_facts(skin_tree& tree, const vertex_shares& shares);
    /// Of the node that was added last; its triangles are known.
    void add(skin_node& node);

private:
    void gather_vertices(const skin_node& node);
    void add_joints(skin_node& node);
    void add_parts(skin_node& node, std::size_t first);
    void add_morphs(skin_node& node);

    struct joint_sum {
        double sum = 0, least = 0, most = 0;
        std::uint32_t count = 0;
        bool is_pivot = false;
    };

    skin_tree& tree_;
    const vertex_shares& shares_;
    std::vector<std::uint32_t> seen_;     ///< [vertex] the round in which it was gathered last
    std::vector<std::uint32_t> vertices_; ///< of the node
    std::vector<joint_sum> sums_;         ///< [joint + 1]
    std::vector<std::uint32_t> place_;    ///< [joint + 1] in the list of the node
    std::vector<std::uint16_t> touched_;  ///< joints of the node
    std::vector<double> means_;           ///< [joint + 1]
    std::uint32_t round_ = 0;
};

/// Fills in `pairs` and `least_share` of a tree.
void add_pivot_pairs(skin_tree& tree, const vertex_shares& shares);

} // namespace jounce::bounds
