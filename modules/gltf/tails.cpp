#include <jounce/modules/gltf/bones.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jounce::gltf {
namespace {

/// Shorter than this in the model is no length.
constexpr double shortest = 1e-9;
/// Vertices whose mean lies nearer to the head than this part of their reach surround it.
constexpr double centred = 0.1;

/// The vertices that follow a bone, in its own frame.
struct held_vertices {
    vec3<double> sum;
    double weight = 0;
    double reach = 0;   ///< distance of the farthest
    double forward = 0; ///< how far those that it holds for the most part go along the mean
};

class tail_finder {
public:
    tail_finder(const source& from, const json::value& root, const node_tree& tree, const model& of)
        : from_(from), root_(root), tree_(tree), model_(of), height_(tree.parents.size(), 0),
          is_joint_(tree.parents.size(), false) {
        for (const bind_description& joint : of.joints) {
            is_joint_[as_size(joint.bone)] = true;
        }
        for (std::size_t i = tree.order.size(); i-- > 0;) {
            const std::size_t node = as_size(tree.order[i]);
            if (tree.parents[node] >= 0) {
                int& above = height_[as_size(tree.parents[node])];
                above = std::max(above, height_[node] + 1);
            }
        }
    }

    std::vector<std::optional<vec3<double>>> run() {
        measure_vertices();
        std::vector<std::optional<vec3<double>>> tails(tree_.parents.size());
        for (std::size_t node = 0; node < tails.size(); ++node) {
            if (const std::optional<vec3<double>> written = as_written(node)) {
                tails[node] = long_enough(node, *written);
                continue;
            }
            for (const auto rule :
                 {&tail_finder::at_child, &tail_finder::at_vertices, &tail_finder::straight_on}) {
                tails[node] = tails[node] ? tails[node] : (this->*rule)(node);
            }
        }
        return tails;
    }

private:
    /// The tail if it gives the bone a length in the model.
    std::optional<vec3<double>> long_enough(std::size_t node, const vec3<double>& tail) const {
        const double size = length(tree_.transform[node].linear * tail);
        const bool is_sane = size <= json::max_number && length(tail) <= json::max_number;
        return is_sane && size > shortest ? std::optional(tail) : std::nullopt;
    }

    /// What a helper's node says itself. Extras may be anything.
    std::optional<vec3<double>> as_written(std::size_t node) const {
        const nlohmann::json& given = (*root_.held())["nodes"][node];
        const auto extras = given.find("extras");
        if (extras == given.end() || !extras->is_object() || !extras->contains(helper_key)) {
            return std::nullopt;
        }
        const nlohmann::json& helper = (*extras)[helper_key];
        const auto tail = helper.is_object() ? helper.find("tail") : helper.end();
        if (tail == helper.end() || !tail->is_array() || tail->size() != 3) {
            return std::nullopt;
        }
        for (const nlohmann::json& number : *tail) {
            if (!number.is_number() || !(std::abs(number.get<double>()) <= json::max_number)) {
                return std::nullopt;
            }
        }
        return vec3<double>{(*tail)[0].get<double>(), (*tail)[1].get<double>(),
                            (*tail)[2].get<double>()};
    }

    /// The head of the child that goes on longest.
    std::optional<vec3<double>> at_child(std::size_t node) {
        const std::vector<int>& children = from_.document.nodes[node].children;
        const bool joints = std::any_of(children.begin(), children.end(),
                                        [&](int child) { return is_joint_[as_size(child)]; });
        std::optional<vec3<double>> best;
        int best_height = -1;
        for (const int child : children) {
            // Attached nodes do not decide where a bone ends if it has child bones that do.
            if (joints && !is_joint_[as_size(child)]) {
                continue;
            }
            const auto tail = long_enough(node, tree_.poses[as_size(child)].translation);
            const int height = height_[as_size(child)];
            if (tail && (height > best_height ||
                         (height == best_height && length(*tail) > length(*best)))) {
                best = tail;
                best_height = height;
            }
        }
        return best;
    }

    std::optional<vec3<double>> at_vertices(std::size_t node) {
        const held_vertices& held = held_[node];
        if (held.weight <= 0) {
            return std::nullopt;
        }
        const vec3<double> mean = (1 / held.weight) * held.sum;
        const double distance = length(mean);
        if (!(distance > centred * held.reach)) {
            return std::nullopt;
        }
        const double far = std::max(held.forward, distance);
        return long_enough(node, (far / distance) * mean);
    }

    /// As long as the bone before and in its direction.
    std::optional<vec3<double>> straight_on(std::size_t node) {
        const std::int32_t parent = tree_.parents[node];
        if (parent < 0) {
            return std::nullopt;
        }
        const affine<double>& here = tree_.transform[node];
        const vec3<double> step = here.translation - tree_.transform[as_size(parent)].translation;
        return long_enough(node, inverse(here.linear) * step);
    }

    template <class Visit> void each_held(const Visit& visit) const {
        for (const mesh& m : model_.meshes) {
            const skinned_mesh& from = m.vertices;
            for (std::size_t v = 0; v < from.positions.size(); ++v) {
                for (std::size_t i = from.first_influence[v]; i < from.first_influence[v + 1];
                     ++i) {
                    const bind_description& joint = model_.joints[from.influences[i].joint];
                    // Only bones at the end of a chain are measured.
                    if (height_[as_size(joint.bone)] == 0) {
                        visit(as_size(joint.bone),
                              joint.inverse_bind * cast<double>(from.positions[v]),
                              static_cast<double>(from.influences[i].weight));
                    }
                }
            }
        }
    }

    void measure_vertices() {
        held_.resize(tree_.parents.size());
        each_held([&](std::size_t bone, const vec3<double>& at, double weight) {
            held_vertices& held = held_[bone];
            held.sum = held.sum + weight * at;
            held.weight += weight;
            held.reach = std::max(held.reach, length(at));
        });
        each_held([&](std::size_t bone, const vec3<double>& at, double weight) {
            held_vertices& held = held_[bone];
            if (weight >= 0.5) {
                held.forward = std::max(held.forward, dot(at, held.sum) / length(held.sum));
            }
        });
    }

    const source& from_;
    const json::value& root_;
    const node_tree& tree_;
    const model& model_;
    std::vector<int> height_; ///< nodes below on the longest way down
    std::vector<bool> is_joint_;
    std::vector<held_vertices> held_;
};

} // namespace

std::vector<std::optional<vec3<double>>> find_tails(const source& from, const json::value& root,
                                                    const node_tree& tree, const model& of) {
    return tail_finder(from, root, tree, of).run();
}

} // namespace jounce::gltf
