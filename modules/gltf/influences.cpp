#include <jounce/modules/gltf/accessor.hpp>
#include <jounce/modules/gltf/meshes.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace jounce::gltf {
namespace {

/// Sets of four joints per vertex: no exporter writes more, and each is memory.
constexpr std::size_t max_sets = 16;

struct influence_set {
    std::vector<std::uint32_t> joints;
    std::vector<float> weights;
};

std::vector<influence_set> read_sets(source& from, const primitive_source& of) {
    std::vector<influence_set> sets;
    for (std::size_t n = 0; n < max_sets && from.ok(); ++n) {
        const std::string joint_name = "JOINTS_" + std::to_string(n);
        const std::string weight_name = "WEIGHTS_" + std::to_string(n);
        const int joints = of.attribute(joint_name);
        const int weights = of.attribute(weight_name);
        if (joints < 0 && weights < 0) {
            break;
        }
        if (joints < 0 || weights < 0) {
            std::string only_one = "has only one of ";
            only_one.append(joint_name).append(" and ").append(weight_name);
            from.fail(errors::bad_mesh, of.place + "/attributes",
                      only_one.append("; export the file again"));
            break;
        }
        const std::string joint_place = of.place + "/attributes/" + joint_name;
        const std::string weight_place = of.place + "/attributes/" + weight_name;
        if (has_count(from, joints, of.vertex_count, joint_place) &&
            has_count(from, weights, of.vertex_count, weight_place)) {
            influence_set set;
            set.joints = read_integers(from, joints, TINYGLTF_TYPE_VEC4, joint_place);
            if (from.ok()) {
                set.weights = read_floats(from, weights, TINYGLTF_TYPE_VEC4, weight_place);
            }
            sets.push_back(std::move(set));
        }
    }
    return sets;
}

/// How many vertices are irregular in one way, and which is the first.
struct irregular {
    std::size_t count = 0;
    std::size_t first = 0;

    void add(std::size_t vertex) {
        first = count == 0 ? vertex : first;
        ++count;
    }
    std::string text() const {
        return count == 1
                   ? "vertex " + std::to_string(first)
                   : std::to_string(count) + " vertices from " + std::to_string(first) + " on";
    }
};

/// Irregularities of a mesh, reported once.
struct oddities {
    bool negative = false;
    irregular unbound;
    irregular sum;
};

class influence_merger {
public:
    influence_merger(source& from, const primitive_source& of, const skin& bound,
                     const std::vector<influence_set>& sets)
        : from_(from), of_(of), bound_(bound), sets_(sets) {}

    void run(skinned_mesh& into) {
        into.first_influence.reserve(of_.vertex_count + 1);
        into.first_influence.push_back(0);
        for (std::size_t v = 0; v < of_.vertex_count && from_.ok(); ++v) {
            gather(v);
            normalise(v);
            into.influences.insert(into.influences.end(), here_.begin(),
                                   here_.begin() + static_cast<std::ptrdiff_t>(count_));
            into.first_influence.push_back(static_cast<std::uint32_t>(into.influences.size()));
        }
        if (odd_.negative) {
            from_.warn(of_.place, "has negative weights, taken as zero");
        }
        if (odd_.unbound.count > 0) {
            from_.warn(of_.place, "has vertices without weight (" + odd_.unbound.text() +
                                      "); they follow their first joint");
        }
        if (odd_.sum.count > 0) {
            from_.warn(of_.place, "has weights that do not sum to one (" + odd_.sum.text() +
                                      "); they were scaled");
        }
    }

private:
    /// Joints with a weight, each once.
    void gather(std::size_t vertex) {
        count_ = 0;
        for (const influence_set& set : sets_) {
            for (std::size_t i = 4 * vertex; i < 4 * vertex + 4; ++i) {
                const float weight = set.weights[i];
                odd_.negative = odd_.negative || weight < 0;
                if (!(weight > 0)) {
                    continue;
                }
                // Unused places of a set often hold anything.
                if (set.joints[i] >= static_cast<std::uint32_t>(bound_.joint_count)) {
                    out_of_skin(vertex, set.joints[i]);
                    return;
                }
                add(joint_of(set.joints[i]), weight);
            }
        }
    }

    std::uint16_t joint_of(std::uint32_t in_skin) const {
        return static_cast<std::uint16_t>(static_cast<std::uint32_t>(bound_.first_joint) + in_skin);
    }

    void add(std::uint16_t joint, float weight) {
        const auto end = here_.begin() + static_cast<std::ptrdiff_t>(count_);
        const auto same =
            std::find_if(here_.begin(), end, [&](const influence& i) { return i.joint == joint; });
        if (same != end) {
            same->weight += weight;
        } else {
            here_[count_++] = {joint, weight};
        }
    }

    void out_of_skin(std::size_t vertex, std::uint32_t joint) {
        from_.fail(errors::bad_index, of_.place + "/attributes",
                   "vertex " + std::to_string(vertex) + " has joint " + std::to_string(joint) +
                       " of a skin with " + std::to_string(bound_.joint_count) +
                       "; export the file again");
    }

    void normalise(std::size_t vertex) {
        double sum = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            sum += static_cast<double>(here_[i].weight);
        }
        if (count_ == 0) {
            odd_.unbound.add(vertex);
            const std::uint32_t joint = sets_.front().joints[4 * vertex];
            const bool known = joint < static_cast<std::uint32_t>(bound_.joint_count);
            here_[count_++] = {joint_of(known ? joint : 0), 1.0F};
            return;
        }
        // Bytes rounded one by one miss the sum by up to four halves of 1/255.
        if (std::abs(sum - 1) > 1e-2) {
            odd_.sum.add(vertex);
        }
        for (std::size_t i = 0; i < count_; ++i) {
            here_[i].weight = static_cast<float>(static_cast<double>(here_[i].weight) / sum);
        }
        std::sort(here_.begin(), here_.begin() + static_cast<std::ptrdiff_t>(count_),
                  [](const influence& a, const influence& b) {
                      return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
                  });
    }

    source& from_;
    const primitive_source& of_;
    const skin& bound_;
    const std::vector<influence_set>& sets_;
    std::array<influence, 4 * max_sets> here_ = {};
    std::size_t count_ = 0;
    oddities odd_;
};

} // namespace

void read_influences(source& from, const primitive_source& of, const skin& bound, mesh& into) {
    const std::vector<influence_set> sets = read_sets(from, of);
    // Vectors double as they grow.
    const std::uint64_t per_vertex = sets.size() * 8 * sizeof(influence) + sizeof(std::uint32_t);
    if (from.take_bytes(of.vertex_count * per_vertex, of.place)) {
        influence_merger(from, of, bound, sets).run(into.vertices);
    }
}

} // namespace jounce::gltf
