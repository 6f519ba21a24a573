#include <jounce/modules/bounds/skin_tree.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/bounds/build_parts.hpp>

#include <algorithm>
#include <limits>

namespace jounce::bounds {
namespace {

/// A split between joints may not give less than this share to one side, or trees would get deep.
constexpr double least_side = 0.15;

/// Joints and morph targets of nodes, all together: more is a broken file.
constexpr std::size_t max_entries = std::size_t{1} << 27U;

using axis = double vec3<double>::*;
constexpr std::array<axis, 3> axes = {&vec3<double>::x, &vec3<double>::y, &vec3<double>::z};

/// Puts triangles in an order in which nodes are ranges.
class splitter {
public:
    splitter(skin_tree& tree, const vertex_shares& shares)
        : tree_(tree), centres_(tree.surface.triangles.size() / 3), joints_(centres_.size()),
          joint_sums_(static_cast<std::size_t>(tree.joint_count) + 1) {
        std::vector<double> weights(joint_sums_.size(), 0);
        for (std::uint32_t i = 0; i < centres_.size(); ++i) {
            tree_.order.push_back(i);
            find_joint(i, shares, weights);
        }
    }

    /// Where the second child begins.
    std::uint32_t split(std::uint32_t begin, std::uint32_t end) {
        const axis along = longest_axis(begin, end);
        sort(begin, end, along);
        const std::uint32_t middle = begin + (end - begin) / 2;
        std::uint32_t best = begin;
        const auto distance = [&](std::uint32_t i) { return i < middle ? middle - i : i - middle; };
        for (std::uint32_t i = begin + 1; i < end; ++i) {
            if (joints_[tree_.order[i]] != joints_[tree_.order[i - 1]] &&
                distance(i) < distance(best)) {
                best = i;
            }
        }
        const double least = least_side * static_cast<double>(end - begin);
        if (static_cast<double>(best - begin) >= least &&
            static_cast<double>(end - best) >= least) {
            return best;
        }
        // One joint has nearly all: by place.
        std::sort(at(begin), at(end), [&](std::uint32_t a, std::uint32_t b) {
            const double here = centres_[a].*along, there = centres_[b].*along;
            return here != there ? here < there : a < b;
        });
        return middle;
    }

private:
    struct joint_sum {
        double at = 0; ///< where its triangles are along the axis, in the mean
        std::uint32_t count = 0;
    };

    std::vector<std::uint32_t>::iterator at(std::uint32_t i) {
        return tree_.order.begin() + static_cast<std::ptrdiff_t>(i);
    }

    void find_joint(std::uint32_t triangle, const vertex_shares& shares,
                    std::vector<double>& weights) {
        std::uint16_t best = 0;
        double most = -1;
        const std::uint32_t* corners = tree_.surface.triangles.data() + std::size_t{3} * triangle;
        for (int corner = 0; corner < 3; ++corner) {
            centres_[triangle] =
                centres_[triangle] +
                (1.0 / 3) * cast<double>(tree_.surface.vertices.positions[corners[corner]]);
            for (const vertex_share& one : shares.of(corners[corner])) {
                weights[one.joint] += one.share;
            }
        }
        for (int corner = 0; corner < 3; ++corner) {
            for (const vertex_share& one : shares.of(corners[corner])) {
                const double weight = weights[one.joint];
                if (weight > most || (weight == most && one.joint < best)) {
                    best = one.joint;
                    most = weight;
                }
            }
        }
        for (int corner = 0; corner < 3; ++corner) {
            for (const vertex_share& one : shares.of(corners[corner])) {
                weights[one.joint] = 0;
            }
        }
        joints_[triangle] = best;
    }

    axis longest_axis(std::uint32_t begin, std::uint32_t end) const {
        vec3<double> low = centres_[tree_.order[begin]], high = low;
        for (std::uint32_t i = begin; i < end; ++i) {
            for (const axis a : axes) {
                low.*a = std::min(low.*a, centres_[tree_.order[i]].*a);
                high.*a = std::max(high.*a, centres_[tree_.order[i]].*a);
            }
        }
        axis longest = axes[0];
        for (const axis a : axes) {
            longest = high.*a - low.*a > high.*longest - low.*longest ? a : longest;
        }
        return longest;
    }

    /// By joint, joints by where they are along the axis, and then by place.
    void sort(std::uint32_t begin, std::uint32_t end, axis along) {
        for (std::uint32_t i = begin; i < end; ++i) {
            joint_sums_[joints_[tree_.order[i]]] = {};
        }
        for (std::uint32_t i = begin; i < end; ++i) {
            joint_sum& to = joint_sums_[joints_[tree_.order[i]]];
            to.at += centres_[tree_.order[i]].*along;
            ++to.count;
        }
        const auto place = [&](std::uint32_t triangle) {
            const joint_sum& of = joint_sums_[joints_[triangle]];
            return of.at / static_cast<double>(of.count);
        };
        std::sort(at(begin), at(end), [&](std::uint32_t a, std::uint32_t b) {
            if (joints_[a] != joints_[b]) {
                const double here = place(a), there = place(b);
                return here != there ? here < there : joints_[a] < joints_[b];
            }
            const double here = centres_[a].*along, there = centres_[b].*along;
            return here != there ? here < there : a < b;
        });
    }

    skin_tree& tree_;
    std::vector<vec3<double>> centres_; ///< [triangle]
    std::vector<std::uint16_t> joints_; ///< [triangle] the joint that moves most of it
    std::vector<joint_sum> joint_sums_; ///< [joint + 1]
};

template <class Element> std::size_t bytes_of(const std::vector<Element>& list) {
    return list.size() * sizeof(Element);
}

} // namespace

std::size_t skin_tree::bytes() const {
    std::size_t sum = bytes_of(surface.vertices.positions) +
                      bytes_of(surface.vertices.first_influence) +
                      bytes_of(surface.vertices.influences) + bytes_of(surface.triangles);
    for (const morph_target& one : surface.morphs) {
        sum += bytes_of(one.positions);
    }
    return sum + bytes_of(nodes) + bytes_of(order) + bytes_of(node_joints) + bytes_of(node_morphs) +
           bytes_of(part_spheres) + bytes_of(pairs) + bytes_of(least_share);
}

result<skin_tree> make_skin_tree(skin_surface surface, std::int32_t joint_count) {
    if (auto fault = find_fault(surface, joint_count)) {
        return *std::move(fault);
    }
    skin_tree tree;
    tree.surface = std::move(surface);
    tree.surface.vertices.normals = {};
    for (morph_target& one : tree.surface.morphs) {
        one.normals = {};
    }
    tree.joint_count = joint_count;
    const vertex_shares shares = share_weights(tree.surface.vertices, joint_count);
    const std::vector<std::uint32_t>& first = tree.surface.vertices.first_influence;
    for (std::size_t v = 0; v + 1 < first.size(); ++v) {
        tree.most_influences = std::max(tree.most_influences, first[v + 1] - first[v]);
    }
    splitter split(tree, shares);
    node_facts facts(tree, shares);
    struct piece {
        std::uint32_t begin, end, parent, depth;
        bool is_second;
    };
    std::vector<piece> waiting = {{0, static_cast<std::uint32_t>(tree.order.size()), 0, 1, false}};
    while (!waiting.empty()) {
        const piece now = waiting.back();
        waiting.pop_back();
        const auto index = static_cast<std::uint32_t>(tree.nodes.size());
        if (now.is_second) {
            tree.nodes[now.parent].second_child = index;
        }
        tree.depth = std::max(tree.depth, now.depth);
        skin_node node;
        node.first_triangle = now.begin;
        node.triangle_count = now.end - now.begin;
        facts.add(node);
        tree.nodes.push_back(node);
        if (tree.node_joints.size() + tree.node_morphs.size() > max_entries) {
            return error{
                errors::too_large,
                "no tree can be made of the mesh: its nodes have too many joints and morph "
                "targets; give vertices fewer influences, or split the mesh"};
        }
        if (node.triangle_count > leaf_triangles) {
            const std::uint32_t middle = split.split(now.begin, now.end);
            waiting.push_back({middle, now.end, index, now.depth + 1, true});
            waiting.push_back({now.begin, middle, index, now.depth + 1, false});
        }
    }
    skin_node end;
    end.first_joint = static_cast<std::uint32_t>(tree.node_joints.size());
    end.first_morph = static_cast<std::uint32_t>(tree.node_morphs.size());
    tree.nodes.push_back(end);
    add_pivot_pairs(tree, shares);
    return tree;
}

} // namespace jounce::bounds
