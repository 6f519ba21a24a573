#include <jounce/modules/rig/bind_mesh.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/systems/skin/skin.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

namespace jounce {
namespace {

error bad_mesh(const std::string& what) { return {"bad_mesh", "mesh cannot be bound: " + what}; }

/// Arrays of other sizes would be read beyond their ends.
template <class Real> std::optional<error> check_sizes(const basic_skinned_mesh<Real>& mesh) {
    const std::size_t vertices = mesh.positions.size();
    // Slots are counted in 32 bits, up to `max_influences` per eight vertices.
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() / max_influences;
    if (vertices > most) {
        return bad_mesh("it has " + std::to_string(vertices) + " vertices, more than the " +
                        std::to_string(most) + " that fit; split it");
    }
    if (!mesh.normals.empty() && mesh.normals.size() != vertices) {
        return bad_mesh("it has " + std::to_string(vertices) + " positions but " +
                        std::to_string(mesh.normals.size()) + " normals; give one each or none");
    }
    if (vertices == 0 && mesh.first_influence.empty() && mesh.influences.empty()) {
        return std::nullopt;
    }
    if (mesh.first_influence.size() != vertices + 1) {
        return bad_mesh("first_influence has " + std::to_string(mesh.first_influence.size()) +
                        " entries; " + std::to_string(vertices) + " vertices need " +
                        std::to_string(vertices + 1));
    }
    if (mesh.first_influence.front() != 0 ||
        mesh.first_influence.back() != mesh.influences.size()) {
        return bad_mesh("first_influence goes from " +
                        std::to_string(mesh.first_influence.front()) + " to " +
                        std::to_string(mesh.first_influence.back()) + "; there are " +
                        std::to_string(mesh.influences.size()) +
                        " influences, so it must start with 0 and end with that");
    }
    for (std::size_t v = 0; v < vertices; ++v) {
        if (mesh.first_influence[v] > mesh.first_influence[v + 1]) {
            return bad_mesh("first_influence descends at vertex " + std::to_string(v));
        }
    }
    return std::nullopt;
}

template <class Real>
std::optional<error> check_influences(const basic_skinned_mesh<Real>& mesh, std::size_t joints) {
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const std::size_t first = mesh.first_influence[v];
        const std::size_t end = mesh.first_influence[v + 1];
        const std::string vertex = "vertex " + std::to_string(v);
        if (end - first > max_influences) {
            return error{errors::too_many_influences,
                         vertex + " has " + std::to_string(end - first) +
                             " influences; keep the heaviest " + std::to_string(max_influences)};
        }
        for (std::size_t i = first; i < end; ++i) {
            const basic_influence<Real>& influence = mesh.influences[i];
            if (influence.joint >= joints) {
                return error{errors::unknown_joint,
                             vertex + " is moved by joint " + std::to_string(influence.joint) +
                                 ", but the skin has " + std::to_string(joints)};
            }
            if (!std::isfinite(influence.weight) || influence.weight < 0) {
                return error{errors::bad_weight,
                             vertex + " has weight " + std::to_string(influence.weight) +
                                 " for joint " + std::to_string(influence.joint) +
                                 "; weights are finite and not negative"};
            }
        }
    }
    return std::nullopt;
}

/// Gives every pair that vertices use an index, in the order of their first use: vertices that are
/// neighbours then read neighbouring entries.
class pair_list {
public:
    std::uint32_t index_of(skin_pair pair) {
        const std::uint32_t key = (std::uint32_t{pair.pivot} << 16) | pair.joint;
        const auto [found, is_new] =
            index_.try_emplace(key, static_cast<std::uint32_t>(pairs_.size()));
        if (is_new) {
            pairs_.push_back(pair);
        }
        return found->second;
    }
    /// Padded to whole groups with an existing pair.
    std::vector<skin_pair> take() {
        while (pairs_.size() % lane_count != 0) {
            pairs_.push_back(pairs_.back());
        }
        return std::move(pairs_);
    }

private:
    std::unordered_map<std::uint32_t, std::uint32_t> index_;
    std::vector<skin_pair> pairs_;
};

/// Stands for the entry that moves nothing until the number of pairs is known.
constexpr std::uint32_t still_entry = std::numeric_limits<std::uint32_t>::max();

/// Writes the influences of one vertex into its lane of the slots.
template <class Real>
void fill_lane(std::span<const basic_influence<Real>> influences, skin_method method, int lane,
               pair_list& pairs, skin_slot<Real>* slots) {
    const bool is_dual = method == skin_method::dual_quaternion;
    const basic_influence<Real>* heaviest = influences.data();
    Real largest = 0;
    for (const basic_influence<Real>& influence : influences) {
        heaviest = influence.weight > heaviest->weight ? &influence : heaviest;
        largest = std::max(largest, influence.weight);
    }
    if (!(largest > 0)) {
        // As cpu_skin has it: nothing moves by dual quaternions, all falls to 0 by matrices.
        slots->weight.v[lane] = is_dual ? Real(1) : Real(0);
        return;
    }
    Real total = 0; // in units of the largest, which neither overflow nor vanish
    for (const basic_influence<Real>& influence : influences) {
        total += influence.weight / largest;
    }
    for (const basic_influence<Real>& influence : influences) {
        if (influence.weight > 0) {
            slots->offset[lane] =
                pairs.index_of({is_dual ? heaviest->joint : influence.joint, influence.joint});
            slots->weight.v[lane] = is_dual ? influence.weight / largest / total : influence.weight;
            ++slots;
        }
    }
}

} // namespace

template <class Real>
result<basic_bound_mesh<Real>> bind_mesh(const basic_skinned_mesh<Real>& mesh,
                                         const basic_skin_binding<Real>& binding,
                                         skin_method wanted) {
    // Matrices can be blended in one way only.
    const skin_method method = binding.mode == palette_mode::matrix ? skin_method::linear : wanted;
    if (std::optional<error> bad = check_sizes(mesh)) {
        return *std::move(bad);
    }
    if (std::optional<error> bad = check_influences(mesh, binding.joints.size())) {
        return *std::move(bad);
    }
    const std::size_t vertices = mesh.positions.size();
    const std::size_t groups = (vertices + lane_count - 1) / lane_count;
    basic_bound_mesh<Real> out;
    out.method = method;
    out.mode = binding.mode;
    out.joint_count = static_cast<std::int32_t>(binding.joints.size());
    out.vertex_count = vertices;
    out.positions.resize(groups);
    to_groups<Real>(mesh.positions, out.positions);
    if (!mesh.normals.empty()) {
        out.normals.resize(groups);
        to_groups<Real>(mesh.normals, out.normals);
    }

    const auto influences_of = [&](std::size_t v) {
        const std::size_t first = mesh.first_influence[v];
        return std::span(mesh.influences).subspan(first, mesh.first_influence[v + 1] - first);
    };
    pair_list pairs;
    out.first_slot.push_back(0);
    for (std::size_t g = 0; g < groups; ++g) {
        const std::size_t first = g * lane_count;
        const std::size_t end = std::min(first + lane_count, vertices);
        std::size_t most = 1; // even of vertices that nothing moves, so that there is a sum
        for (std::size_t v = first; v < end; ++v) {
            const std::span<const basic_influence<Real>> all = influences_of(v);
            const auto used =
                std::count_if(all.begin(), all.end(), [](const auto& i) { return i.weight > 0; });
            most = std::max(most, static_cast<std::size_t>(used));
        }
        skin_slot<Real> idle{};
        std::fill(std::begin(idle.offset), std::end(idle.offset), still_entry);
        out.slots.resize(out.slots.size() + most, idle);
        skin_slot<Real>* slots = out.slots.data() + out.slots.size() - most;
        for (std::size_t v = first; v < first + lane_count; ++v) {
            // Idle lanes do what the last vertex does: numbers that are computed stay ordinary ones.
            fill_lane(influences_of(std::min(v, vertices - 1)), method, static_cast<int>(v - first),
                      pairs, slots);
        }
        out.first_slot.push_back(static_cast<std::uint32_t>(out.slots.size()));
    }
    out.pairs = pairs.take();
    for (skin_slot<Real>& slot : out.slots) {
        for (std::uint32_t& offset : slot.offset) { // until here an index
            const std::size_t entry = offset == still_entry ? out.pairs.size() : offset;
            offset = static_cast<std::uint32_t>(entry * sizeof(skin_entry<Real>));
        }
    }
    return out;
}

template result<basic_bound_mesh<float>> bind_mesh(const basic_skinned_mesh<float>&,
                                                   const basic_skin_binding<float>&, skin_method);
template result<basic_bound_mesh<double>> bind_mesh(const basic_skinned_mesh<double>&,
                                                    const basic_skin_binding<double>&, skin_method);

} // namespace jounce
