#include <jounce/modules/gltf/mesh_levels.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/gltf/meshes.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace jounce::gltf {
namespace {

/// [node]; 1: something is drawn below it. What is below the finest level is not below a coarser one.
std::vector<std::uint8_t> find_meshes_below(const source& from, const node_tree& tree) {
    std::vector<std::uint8_t> out(tree.parents.size());
    for (auto node = tree.order.rbegin(); node != tree.order.rend(); ++node) {
        const std::int32_t parent = tree.parents[as_size(*node)];
        const bool is_drawn =
            from.document.nodes[as_size(*node)].mesh >= 0 || out[as_size(*node)] != 0;
        if (parent >= 0 && is_drawn &&
            from.is_level(as_size(*node)) == from.is_level(as_size(parent))) {
            out[as_size(parent)] = 1;
        }
    }
    return out;
}

/// Meshes are sorted by node.
struct by_node {
    bool operator()(const mesh& a, std::int32_t node) const { return a.node < node; }
    bool operator()(std::int32_t node, const mesh& b) const { return node < b.node; }
};

/// Of one node with levels, whose meshes were read.
class group_reader {
public:
    /// @param meshes  those of the node
    group_reader(source& from, const level_group& group, const node_tree& tree,
                 const std::vector<std::uint8_t>& meshes_below, std::span<mesh> meshes)
        : from_(from), group_(group), tree_(tree), meshes_below_(meshes_below), meshes_(meshes),
          made_(meshes.size()) {}

    void read() {
        for (const std::int32_t level : group_.levels) {
            const std::string wrong = from_.in_time(group_.place) ? read_level(as_size(level)) : "";
            if (!from_.ok()) {
                return;
            }
            if (!wrong.empty()) {
                from_.warn(group_.place, "has level " + std::to_string(level) + ", which " + wrong +
                                             "; all levels but the finest were left out");
                return;
            }
        }
        for (std::size_t m = 0; m < meshes_.size(); ++m) {
            meshes_[m].levels = std::move(made_[m]);
            meshes_[m].coverage = group_.coverage;
        }
    }

private:
    /// Why a level cannot be taken; empty: it was.
    std::string read_level(std::size_t index) {
        const jounce_tinygltf::Node& fine = from_.document.nodes[as_size(group_.node)];
        const jounce_tinygltf::Node& node = from_.document.nodes[index];
        if (fine.mesh < 0 || node.mesh < 0) {
            return "is not one mesh in place of another";
        }
        if (meshes_below_[as_size(group_.node)] != 0 || meshes_below_[index] != 0) {
            return "stands for several nodes";
        }
        if (node.skin != fine.skin || (node.skin < 0 && !is_same_place(index))) {
            return "has another skin or stands elsewhere";
        }
        return take_primitives(node.mesh);
    }

    /// A level takes the place of the finest, below the same parent.
    bool is_same_place(std::size_t level) const {
        const auto is_near = [](const vec3<double>& a, const vec3<double>& b) {
            return length(a - b) <= 1e-6 * (1 + length(a));
        };
        const auto fine = as_size(group_.node);
        const node_pose& a = tree_.poses[fine];
        const node_pose& b = tree_.poses[level];
        const double turn = a.rotation.x * b.rotation.x + a.rotation.y * b.rotation.y +
                            a.rotation.z * b.rotation.z + a.rotation.w * b.rotation.w;
        const std::int32_t parent = tree_.parents[level];
        return (parent < 0 || parent == tree_.parents[fine]) &&
               is_near(a.translation, b.translation) && is_near(a.scale, b.scale) &&
               std::abs(turn) >= 1 - 1e-9;
    }

    std::string take_primitives(int level_mesh) {
        const auto& fine =
            from_.document.meshes[as_size(from_.document.nodes[as_size(group_.node)].mesh)];
        const auto& coarse = from_.document.meshes[as_size(level_mesh)];
        std::vector<int> primitive_of(fine.primitives.size(), -1); ///< of the level
        for (std::size_t p = 0; p < coarse.primitives.size(); ++p) {
            const auto& given = coarse.primitives[p];
            // Primitives of one vertex buffer differ by their material.
            std::size_t found = fine.primitives.size();
            for (std::size_t f = fine.primitives.size(); f-- > 0;) {
                if (primitive_of[f] < 0 && shares_vertices(fine.primitives[f], given) &&
                    (fine.primitives[f].material == given.material ||
                     found == fine.primitives.size() ||
                     fine.primitives[found].material != given.material)) {
                    found = f;
                }
            }
            if (found == fine.primitives.size()) {
                return "has other vertices";
            }
            primitive_of[found] = static_cast<int>(p);
        }
        for (std::size_t m = 0; m < meshes_.size(); ++m) {
            const int primitive = primitive_of[as_size(meshes_[m].primitive)];
            detail_level& made = made_[m].emplace_back();
            if (primitive >= 0 && !take_triangles(meshes_[m], level_mesh, primitive, made)) {
                return "lies in a buffer that is missing";
            }
        }
        return "";
    }

    static bool shares_vertices(const jounce_tinygltf::Primitive& a,
                                const jounce_tinygltf::Primitive& b) {
        const auto is_surface = [](int mode) {
            return mode == TINYGLTF_MODE_TRIANGLES || mode == TINYGLTF_MODE_TRIANGLE_STRIP ||
                   mode == TINYGLTF_MODE_TRIANGLE_FAN;
        };
        return a.attributes == b.attributes && a.targets == b.targets && is_surface(a.mode) &&
               is_surface(b.mode);
    }

    bool take_triangles(const mesh& fine, int level_mesh, int primitive, detail_level& to) {
        const auto& given =
            from_.document.meshes[as_size(level_mesh)].primitives[as_size(primitive)];
        if (given.indices >= 0 && !from_.is_there(given.indices)) {
            return false;
        }
        mesh read;
        read_triangles(
            from_,
            {given,
             pointer_to("meshes", as_size(level_mesh), "/primitives/" + std::to_string(primitive)),
             fine.vertices.positions.size()},
            read);
        to = {std::move(read.triangles), level_mesh, primitive};
        return true;
    }

    source& from_;
    const level_group& group_;
    const node_tree& tree_;
    const std::vector<std::uint8_t>& meshes_below_;
    std::span<mesh> meshes_;
    std::vector<std::vector<detail_level>> made_; ///< [mesh of the node][level]
};

} // namespace

void read_levels(source& from, const std::vector<level_group>& groups, const node_tree& tree,
                 model& into) {
    if (groups.empty()) {
        return;
    }
    const std::vector<std::uint8_t> meshes_below = find_meshes_below(from, tree);
    const auto meshes_of = [&](std::int32_t node) {
        const auto [first, last] =
            std::equal_range(into.meshes.begin(), into.meshes.end(), node, by_node{});
        return std::span(first, last);
    };
    for (const level_group& given : groups) {
        if (!from.ok()) {
            return;
        }
        if (from.is_level(as_size(given.node))) {
            from.warn(given.place, "is at a level of another node; its own levels were left out");
            continue;
        }
        level_group group = given;
        if (group.levels.size() > max_detail_levels) {
            from.warn(group.place, "has " + std::to_string(group.levels.size()) +
                                       " levels beside the finest; the first " +
                                       std::to_string(max_detail_levels) + " were read");
            // What is too small to be drawn stays so.
            group.coverage[max_detail_levels] = group.coverage.back();
            group.coverage.resize(max_detail_levels + 1);
            group.levels.resize(max_detail_levels);
        }
        if (!group.levels.empty()) {
            group_reader(from, group, tree, meshes_below, meshes_of(group.node)).read();
        }
    }
}

} // namespace jounce::gltf
