#include <jounce/modules/gltf/nodes.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/gltf/split_matrix.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <unordered_map>
#include <unordered_set>

namespace jounce::gltf {
namespace {

/// Nothing can be bound to a bone of no size, but files hide things that way.
constexpr double smallest_scale = 1e-6;

std::string node_place(std::size_t node) { return pointer_to("nodes", node); }

vec3<double> vector_or(const std::vector<double>& numbers, const vec3<double>& missing) {
    return numbers.size() == 3 ? vec3<double>{numbers[0], numbers[1], numbers[2]} : missing;
}

quat<double> read_rotation(source& from, std::size_t node, const std::vector<double>& numbers) {
    if (numbers.size() != 4) {
        return {};
    }
    const quat<double> q = {numbers[0], numbers[1], numbers[2], numbers[3]};
    const double norm = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (norm < 1e-6) {
        from.fail(errors::bad_number, node_place(node) + "/rotation",
                  "has no length; a unit quaternion is needed");
        return {};
    }
    if (std::abs(norm - 1) > 1e-2) {
        from.warn(node_place(node) + "/rotation",
                  "has length " + std::to_string(norm) + " and was made a unit quaternion");
    }
    return normalised(q);
}

node_pose read_pose(source& from, std::size_t node) {
    const jounce_tinygltf::Node& given = from.document.nodes[node];
    node_pose pose;
    if (given.matrix.size() == 16) {
        pose = split_matrix(from, given.matrix, node_place(node) + "/matrix");
    } else {
        pose.translation = vector_or(given.translation, {});
        pose.rotation = read_rotation(from, node, given.rotation);
        pose.scale = vector_or(given.scale, {1, 1, 1});
    }
    bool repaired = false;
    for (double* axis : {&pose.scale.x, &pose.scale.y, &pose.scale.z}) {
        if (std::abs(*axis) < smallest_scale) {
            *axis = *axis < 0 ? -smallest_scale : smallest_scale;
            repaired = true;
        }
    }
    if (repaired && from.ok()) {
        from.warn(node_place(node), "has a rest scale of zero, taken as 0.000001");
    }
    if (is_one_scale(pose.scale, rest_scale_tolerance)) {
        const double mean = (pose.scale.x + pose.scale.y + pose.scale.z) / 3;
        pose.scale = {mean, mean, mean};
    }
    return pose;
}

void find_parents(source& from, node_tree& tree) {
    const std::vector<jounce_tinygltf::Node>& nodes = from.document.nodes;
    tree.parents.assign(nodes.size(), -1);
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        for (const int child : nodes[node].children) {
            std::int32_t& parent = tree.parents[as_size(child)];
            if (parent >= 0) {
                from.fail(errors::two_parents, node_place(node) + "/children",
                          "names node " + std::to_string(child) + ", which is a child of node " +
                              std::to_string(parent) + " already; give every node one parent");
                return;
            }
            parent = static_cast<std::int32_t>(node);
        }
    }
}

/// With one parent each, what no root reaches goes in circles.
void sort(source& from, node_tree& tree) {
    for (std::size_t node = 0; node < tree.parents.size(); ++node) {
        if (tree.parents[node] < 0) {
            tree.order.push_back(static_cast<std::int32_t>(node));
        }
    }
    std::vector<bool> reached(tree.parents.size());
    for (std::size_t i = 0; i < tree.order.size(); ++i) {
        const std::size_t node = as_size(tree.order[i]);
        reached[node] = true;
        const std::vector<int>& children = from.document.nodes[node].children;
        tree.order.insert(tree.order.end(), children.begin(), children.end());
    }
    const auto lost = std::find(reached.begin(), reached.end(), false);
    if (lost != reached.end()) {
        from.fail(errors::cycle, node_place(static_cast<std::size_t>(lost - reached.begin())),
                  "is its own ancestor or hangs on a node that is; parents must lead to a root");
    }
}

/// Poses are floats at run time.
bool fits_float(const affine<double>& a) {
    return length(a.linear.column[0]) <= json::max_number &&
           length(a.linear.column[1]) <= json::max_number &&
           length(a.linear.column[2]) <= json::max_number &&
           length(a.translation) <= json::max_number;
}

} // namespace

bool is_one_scale(const vec3<double>& scale, double tolerance) {
    const double allowed = tolerance * std::abs(scale.x);
    return std::abs(scale.y - scale.x) <= allowed && std::abs(scale.z - scale.x) <= allowed;
}

std::vector<std::string> unique_names(std::vector<std::string> names, const std::string& prefix) {
    std::unordered_set<std::string> taken(names.begin(), names.end());
    std::unordered_set<std::string> used;
    std::unordered_map<std::string, int> copies;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string wanted = names[i].empty() ? prefix + std::to_string(i) : names[i];
        std::string name = wanted;
        // A name that another one has in the file stays with that other.
        while (used.contains(name) || (name != names[i] && taken.contains(name))) {
            int& copy = copies.try_emplace(wanted, 1).first->second;
            name = wanted + "_" + std::to_string(++copy);
        }
        used.insert(name);
        names[i] = std::move(name);
    }
    return names;
}

node_tree read_nodes(source& from) {
    node_tree tree;
    const std::vector<jounce_tinygltf::Node>& nodes = from.document.nodes;
    if (nodes.empty()) {
        from.fail(errors::empty_rig, "/nodes",
                  "there are none, so there are no bones; export the scene");
        return tree;
    }
    find_parents(from, tree);
    if (from.ok()) {
        sort(from, tree);
    }
    std::vector<std::string> names;
    for (std::size_t node = 0; node < nodes.size() && from.ok(); ++node) {
        names.push_back(nodes[node].name);
        tree.poses.push_back(read_pose(from, node));
    }
    if (!from.ok()) {
        return tree;
    }
    tree.names = unique_names(std::move(names), "node_");
    tree.transform.resize(nodes.size());
    for (const std::int32_t node : tree.order) {
        const node_pose& pose = tree.poses[as_size(node)];
        const affine<double> local = {scaled_columns(to_matrix(pose.rotation), pose.scale),
                                      pose.translation};
        const std::int32_t parent = tree.parents[as_size(node)];
        affine<double>& whole = tree.transform[as_size(node)];
        whole = parent < 0 ? local : tree.transform[as_size(parent)] * local;
        if (!fits_float(whole)) {
            from.fail(errors::bad_number, node_place(as_size(node)),
                      "with its parents is moved or scaled by more than 1e30; use a sane unit");
            return tree;
        }
    }
    return tree;
}

} // namespace jounce::gltf
