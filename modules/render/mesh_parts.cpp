#include <jounce/modules/render/mesh_parts.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace jounce::render {
namespace {

/// A vertex index is a float in shaders, exact up to here.
constexpr std::size_t max_vertices = std::size_t{1} << 24U;

/// What indices of joints have room for.
constexpr std::int32_t max_bind_joints = 65536;
/// A buffer of triangles is counted in 32 bits of bytes.
constexpr std::size_t max_triangle_indices = std::size_t{3} << 28U;

error bad_part(const char* name, const std::string& message) { return {name, "mesh: " + message}; }

std::optional<error> check_ranges(const mesh_source& mesh) {
    const skinned_mesh& v = mesh.vertices;
    const std::size_t count = v.positions.size();
    if (count > max_vertices) {
        return bad_part(errors::too_large, std::to_string(count) + " vertices, at most " +
                                               std::to_string(max_vertices) +
                                               " can be drawn; split it");
    }
    if (mesh.joint_count < 0 || mesh.joint_count > max_bind_joints) {
        return bad_part(errors::bad_mesh, "a bind of " + std::to_string(mesh.joint_count) +
                                              " joints; there are 0 to " +
                                              std::to_string(max_bind_joints));
    }
    if (mesh.triangles.size() > max_triangle_indices) {
        return bad_part(errors::too_large,
                        std::to_string(mesh.triangles.size() / 3) + " triangles, at most " +
                            std::to_string(max_triangle_indices / 3) + " can be drawn; split it");
    }
    if (v.first_influence.size() != count + 1) {
        return bad_part(errors::bad_mesh, "first_influence has " +
                                              std::to_string(v.first_influence.size()) +
                                              " entries, one more than vertices is needed (" +
                                              std::to_string(count + 1) + ")");
    }
    if ((!v.normals.empty() && v.normals.size() != count) ||
        (!mesh.colours.empty() && mesh.colours.size() != count)) {
        return bad_part(errors::bad_mesh,
                        "normals and colours need an entry per vertex, or none at all");
    }
    if (mesh.morphs.size() > max_morphs) {
        return bad_part(errors::too_large, std::to_string(mesh.morphs.size()) +
                                               " morph targets, at most " +
                                               std::to_string(max_morphs) + " can be drawn");
    }
    for (std::size_t m = 0; m < mesh.morphs.size(); ++m) {
        const morph_target& target = mesh.morphs[m];
        if ((!target.positions.empty() && target.positions.size() != count) ||
            (!target.normals.empty() && target.normals.size() != count)) {
            return bad_part(errors::bad_mesh, "morph target " + std::to_string(m) +
                                                  " needs an entry per vertex, or none at all");
        }
    }
    return std::nullopt;
}

std::optional<error> check_indices(const mesh_source& mesh) {
    const skinned_mesh& v = mesh.vertices;
    const std::size_t count = v.positions.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (v.first_influence[i] > v.first_influence[i + 1] ||
            v.first_influence[i + 1] > v.influences.size()) {
            return bad_part(errors::bad_index, "influences of vertex " + std::to_string(i) +
                                                   " are not a range of the list");
        }
    }
    for (std::size_t i = 0; i < v.influences.size(); ++i) {
        if (v.influences[i].joint >= mesh.joint_count) {
            return bad_part(errors::bad_index, "influence " + std::to_string(i) + " names joint " +
                                                   std::to_string(v.influences[i].joint) +
                                                   ", the bind has " +
                                                   std::to_string(mesh.joint_count));
        }
        if (!std::isfinite(v.influences[i].weight)) {
            return bad_part(errors::bad_mesh, "the weight of influence " + std::to_string(i) +
                                                  " is not a finite number");
        }
    }
    if (mesh.triangles.size() % 3 != 0) {
        return bad_part(errors::bad_mesh, "triangles are three indices each, there are " +
                                              std::to_string(mesh.triangles.size()));
    }
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        if (mesh.triangles[i] >= count) {
            return bad_part(errors::bad_index, "triangle " + std::to_string(i / 3) +
                                                   " names vertex " +
                                                   std::to_string(mesh.triangles[i]) +
                                                   ", the mesh has " + std::to_string(count));
        }
    }
    return std::nullopt;
}

/// A vertex with joints of the bind, its influences sorted and trimmed.
struct sorted_vertex {
    std::array<influence, max_influences> influences{};
    int count = 0;
    bool is_trimmed = false;
};

sorted_vertex sort_influences(const skinned_mesh& mesh, std::size_t vertex) {
    std::vector<influence> all(mesh.influences.begin() + mesh.first_influence[vertex],
                               mesh.influences.begin() + mesh.first_influence[vertex + 1]);
    std::erase_if(all, [](const influence& i) { return !(i.weight > 0); });
    std::stable_sort(all.begin(), all.end(),
                     [](const influence& a, const influence& b) { return a.weight > b.weight; });
    sorted_vertex out;
    out.is_trimmed = all.size() > std::size_t{max_influences};
    out.count = static_cast<int>(std::min<std::size_t>(all.size(), max_influences));
    float sum = 0;
    for (int k = 0; k < out.count; ++k) {
        sum += all[static_cast<std::size_t>(k)].weight;
    }
    for (int k = 0; k < out.count; ++k) {
        const influence& from = all[static_cast<std::size_t>(k)];
        out.influences[static_cast<std::size_t>(k)] = {from.joint, from.weight / sum};
    }
    return out;
}

/// Fills one part after the other.
class splitter {
public:
    splitter(const mesh_source& mesh, std::int32_t max_joints)
        : mesh_(mesh), max_joints_(max_joints),
          vertex_in_part_(mesh.vertices.positions.size(), none),
          joint_in_part_(static_cast<std::size_t>(mesh.joint_count), none) {
        vertices_.reserve(mesh.vertices.positions.size());
        for (std::size_t i = 0; i < mesh.vertices.positions.size(); ++i) {
            vertices_.push_back(sort_influences(mesh.vertices, i));
            trimmed_ += vertices_.back().is_trimmed ? 1U : 0U;
        }
        // Numbers that fit as they are need no table of joints.
        renumber_ = mesh.joint_count > max_joints;
    }

    split_mesh split() {
        for (std::size_t t = 0; t < mesh_.triangles.size(); t += 3) {
            if (renumber_ && !fits(t)) {
                finish_part();
            }
            for (std::size_t corner = t; corner < t + 3; ++corner) {
                part_.triangles.push_back(place(mesh_.triangles[corner]));
            }
        }
        finish_part();
        return {std::move(parts_), trimmed_};
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    bool fits(std::size_t triangle) const {
        std::array<std::uint16_t, 3 * max_influences> fresh{};
        std::size_t count = 0;
        for (std::size_t corner = triangle; corner < triangle + 3; ++corner) {
            const sorted_vertex& vertex = vertices_[mesh_.triangles[corner]];
            for (int k = 0; k < vertex.count; ++k) {
                const std::uint16_t joint = vertex.influences[static_cast<std::size_t>(k)].joint;
                const auto end = fresh.begin() + static_cast<std::ptrdiff_t>(count);
                if (joint_in_part_[joint] == none && std::find(fresh.begin(), end, joint) == end) {
                    fresh[count++] = joint;
                }
            }
        }
        return part_.joints.size() + count <= static_cast<std::size_t>(max_joints_);
    }

    std::uint8_t number_of(std::uint16_t joint) {
        if (!renumber_) {
            return static_cast<std::uint8_t>(joint);
        }
        if (joint_in_part_[joint] == none) {
            joint_in_part_[joint] = static_cast<std::uint32_t>(part_.joints.size());
            part_.joints.push_back(joint);
        }
        return static_cast<std::uint8_t>(joint_in_part_[joint]);
    }

    std::uint32_t place(std::uint32_t source) {
        if (vertex_in_part_[source] != none) {
            return vertex_in_part_[source];
        }
        const skinned_mesh& from = mesh_.vertices;
        const sorted_vertex& sorted = vertices_[source];
        part_vertex vertex;
        vertex.position = from.positions[source];
        vertex.normal = from.normals.empty() ? vec3<float>{0, 1, 0} : from.normals[source];
        vertex.colour = mesh_.colours.empty() ? 0xFFFFFFFF : mesh_.colours[source];
        vertex.source = source;
        for (int k = 0; k < sorted.count; ++k) {
            const influence& each = sorted.influences[static_cast<std::size_t>(k)];
            vertex.joints[k] = number_of(each.joint);
            vertex.weights[k] = each.weight;
        }
        for (int k = std::max(sorted.count, 1); k < max_influences; ++k) {
            vertex.joints[k] = vertex.joints[0];
        }
        part_.influences = sorted.count > 4 ? max_influences : part_.influences;
        vertex_in_part_[source] = static_cast<std::uint32_t>(part_.vertices.size());
        part_.vertices.push_back(vertex);
        return vertex_in_part_[source];
    }

    void finish_part() {
        if (part_.vertices.empty()) {
            return;
        }
        for (const part_vertex& vertex : part_.vertices) {
            vertex_in_part_[vertex.source] = none;
        }
        for (const std::uint16_t joint : part_.joints) {
            joint_in_part_[joint] = none;
        }
        parts_.push_back(std::move(part_));
        part_ = {};
    }

    const mesh_source& mesh_;
    std::int32_t max_joints_;
    bool renumber_ = false;
    std::size_t trimmed_ = 0;
    std::vector<sorted_vertex> vertices_;
    std::vector<std::uint32_t> vertex_in_part_;
    std::vector<std::uint32_t> joint_in_part_;
    mesh_part part_;
    std::vector<mesh_part> parts_;
};

} // namespace

result<split_mesh> split_into_parts(const mesh_source& mesh, std::int32_t max_joints) {
    JOUNCE_ASSERT(max_joints >= 3 * max_influences && max_joints <= max_part_joints,
                  "a part must have room for the joints of a triangle, and a byte to name them");
    if (std::optional<error> why = check_ranges(mesh)) {
        return *why;
    }
    if (std::optional<error> why = check_indices(mesh)) {
        return *why;
    }
    return splitter(mesh, max_joints).split();
}

} // namespace jounce::render
