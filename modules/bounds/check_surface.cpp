#include <jounce/modules/bounds/build_parts.hpp>
#include <jounce/modules/rig/bind_mesh.hpp>

#include <cmath>
#include <limits>
#include <string>

namespace jounce::bounds {
namespace {

bool is_finite(const vec3<float>& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

error fault(const char* name, const std::string& what) {
    return {name, "no tree can be made of the mesh: " + what};
}

std::optional<error> find_size_fault(const skin_surface& surface) {
    const skinned_mesh& mesh = surface.vertices;
    const std::size_t vertices = mesh.positions.size();
    if (surface.triangles.empty()) {
        return fault(errors::no_triangles, "it has no triangles, only vertices");
    }
    if (surface.triangles.size() % 3 != 0) {
        return fault(errors::bad_mesh, "it has " + std::to_string(surface.triangles.size()) +
                                           " corners of triangles, which is no multiple of 3");
    }
    if (surface.triangles.size() / 3 > max_tree_triangles) {
        return fault(errors::too_many, "it has " + std::to_string(surface.triangles.size() / 3) +
                                           " triangles, more than the " +
                                           std::to_string(max_tree_triangles) +
                                           " that are allowed; split it");
    }
    if (surface.morphs.size() > max_tree_morphs) {
        return fault(errors::too_many, "it has " + std::to_string(surface.morphs.size()) +
                                           " morph targets, more than the " +
                                           std::to_string(max_tree_morphs) + " that are allowed");
    }
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    if (mesh.first_influence.size() != vertices + 1 || mesh.first_influence.front() != 0 ||
        mesh.first_influence.back() != mesh.influences.size() || mesh.influences.size() > most) {
        return fault(errors::bad_mesh,
                     "first_influence must have an entry per vertex and one more, from 0 to the "
                     "number of influences");
    }
    for (std::size_t v = 0; v < vertices; ++v) {
        const std::uint32_t first = mesh.first_influence[v], last = mesh.first_influence[v + 1];
        if (first > last || last > mesh.influences.size()) {
            return fault(errors::bad_mesh,
                         "first_influence decreases at vertex " + std::to_string(v));
        }
        if (last - first > max_influences) {
            return fault(errors::too_many_influences,
                         "vertex " + std::to_string(v) + " has " + std::to_string(last - first) +
                             " influences; at most " + std::to_string(max_influences) +
                             " are allowed");
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<error> find_fault(const skin_surface& surface, std::int32_t joint_count) {
    if (joint_count < 0 || joint_count >= std::numeric_limits<std::uint16_t>::max()) {
        return fault(errors::too_many_joints,
                     "a skin of " + std::to_string(joint_count) + " joints cannot be counted");
    }
    if (auto found = find_size_fault(surface)) {
        return found;
    }
    const skinned_mesh& mesh = surface.vertices;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        if (!is_finite(mesh.positions[v])) {
            return fault(errors::not_finite,
                         "the position of vertex " + std::to_string(v) + " is not finite");
        }
        for (std::uint32_t i = mesh.first_influence[v]; i < mesh.first_influence[v + 1]; ++i) {
            const influence& one = mesh.influences[i];
            if (one.joint >= joint_count) {
                return fault(errors::unknown_joint,
                             "vertex " + std::to_string(v) + " is moved by joint " +
                                 std::to_string(one.joint) + " of a skin of " +
                                 std::to_string(joint_count));
            }
            if (!(one.weight >= 0) || !std::isfinite(one.weight)) {
                return fault(errors::bad_weight, "a weight of vertex " + std::to_string(v) +
                                                     " is negative or not finite; bounds need "
                                                     "weights of at least 0");
            }
        }
    }
    for (std::size_t i = 0; i < surface.triangles.size(); ++i) {
        if (surface.triangles[i] >= mesh.positions.size()) {
            return fault(errors::bad_index, "triangle " + std::to_string(i / 3) + " has vertex " +
                                                std::to_string(surface.triangles[i]) + " of " +
                                                std::to_string(mesh.positions.size()));
        }
    }
    for (std::size_t k = 0; k < surface.morphs.size(); ++k) {
        const std::vector<vec3<float>>& deltas = surface.morphs[k].positions;
        if (!deltas.empty() && deltas.size() != mesh.positions.size()) {
            return fault(errors::bad_mesh, "morph target " + std::to_string(k) + " has " +
                                               std::to_string(deltas.size()) + " offsets for " +
                                               std::to_string(mesh.positions.size()) + " vertices");
        }
        for (const vec3<float>& delta : deltas) {
            if (!is_finite(delta)) {
                return fault(errors::not_finite,
                             "an offset of morph target " + std::to_string(k) + " is not finite");
            }
        }
    }
    return std::nullopt;
}

} // namespace jounce::bounds
