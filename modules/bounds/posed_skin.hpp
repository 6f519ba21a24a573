#pragma once

#include <jounce/components/block/palette.hpp>
#include <jounce/modules/bounds/bounding_sphere.hpp>
#include <jounce/modules/bounds/skin_tree.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace jounce::bounds {

/// A joint of a pose, as spheres need it.
struct posed_joint {
    affine<double> map; ///< from rest to model space
    double norm = 1;    ///< the most that it stretches anything
    quat<double> turn;  ///< dual quaternions only, as `stretch` and `spread`: map = turn * stretch
    mat3<double> stretch;
    /// How far a vertex may be from where this joint alone would put it, if it is the heaviest.
    double spread = 0;
};

/// All joints of a pose.
struct posed_joints {
    std::vector<posed_joint> all; ///< [joint], then one that moves nothing
    double rounding = 0;          ///< relative error of skinning in float
    double slip = 0;              ///< absolute, of dual quaternions that are none
    double least_blend = 1; ///< the least length of a sum of quaternions before it is normalised
    bool is_known = false;  ///< false: not finite, or no rotations at all
};

/// One character's pose of a tree. Spheres and vertices are computed when they are first asked for, so a query
/// costs what it visits. One thread at a time; any number may share the tree. Take another pose with the same
/// object, also of another tree: memory is allocated only when it grows.
class posed_skin {
public:
    /// Takes a pose, and forgets the one before. Reads  palette rows of one lane, weights.
    /// Cost  O(joints + pairs of joints).
    /// @param weights  of morph targets; missing ones are 0, surplus ones ignored
    /// @pre tree and palette outlive the next call; the palette has the joints of the tree and stays as it is
    void pose(const skin_tree& tree, skin_method method, const palette& rows, int lane,
              std::span<const float> weights = {});

    /// Whether it has a pose.
    explicit operator bool() const { return tree_ != nullptr; }
    /// The tree of the pose. @pre it has one
    const skin_tree& tree() const { return *tree_; }

    /// A ball around the vertices of a node as `cpu_skin` and shaders compute them, model space. Infinite if
    /// the pose is not finite. Counted by `visited`. @pre it has a pose; node < tree().node_count()
    const bounding_sphere& sphere(std::uint32_t node);

    /// A vertex: `morph`, then `cpu_skin`, the same bits. @pre it has a pose; vertex < tree().vertex_count()
    const vec3<float>& vertex(std::uint32_t vertex);

    /// The corners of a triangle. @pre as `vertex`
    std::array<vec3<double>, 3> corners(std::uint32_t triangle);

    /// Nodes that the last query asked for, each once.
    std::size_t visited() const { return visited_; }

    /// @{ For queries: begins to count again; a stack with room for a way through the tree; pairs of nodes.
    void start_query();
    std::vector<std::uint32_t>& stack() { return stack_; }
    std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs() { return pairs_; }
    /// @}

private:
    bounding_sphere compute_sphere(std::uint32_t node);
    void read_joints();
    void fit_arrays();

    struct stamped_sphere {
        bounding_sphere ball;
        std::uint32_t pose = 0;  ///< the pose that it is of
        std::uint32_t query = 0; ///< the last query that asked
    };
    struct stamped_vertex {
        vec3<float> at;
        std::uint32_t pose = 0;
    };

    const skin_tree* tree_ = nullptr;
    const palette* palette_ = nullptr;
    skin_method method_ = skin_method::linear;
    int lane_ = 0;
    std::vector<float> weights_; ///< [morph target]
    posed_joints joints_;
    std::vector<stamped_sphere> spheres_;  ///< [node]
    std::vector<stamped_vertex> vertices_; ///< [vertex]
    std::vector<vec3<double>> places_;     ///< [joint of a node] scratch
    std::vector<bounding_sphere> parts_;   ///< the same
    std::vector<quat<double>> turns_;      ///< the same
    std::vector<std::uint32_t> stack_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
    std::uint32_t pose_number_ = 0, query_number_ = 0;
    std::size_t visited_ = 0;
};

/// A ball around the whole skin, for culling: the sphere of the root. Infinite without a pose.
bounding_sphere culling_bound(posed_skin& skin);

} // namespace jounce::bounds
