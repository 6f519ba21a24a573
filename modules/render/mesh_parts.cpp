#include <jounce/modules/render/mesh_parts.hpp>

#include <jounce/modules/render/mesh_fault.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace jounce::render {
namespace {

/// The flesh of a vertex, as a range of `tissue_set::vertex_weights`.
std::span<const tissue_weight<float>> flesh_of(const mesh_source& mesh, std::size_t vertex) {
    const std::uint32_t* first =
        mesh.tissue->vertex_first.data() + mesh.first_tissue_vertex + vertex;
    return std::span(mesh.tissue->vertex_weights).subspan(first[0], first[1] - first[0]);
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
        const bool own = mesh.surface != nullptr && !mesh.surface->colours.empty();
        colours_ = own ? mesh.surface->colours : mesh.colours;
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
        // Of no length where there are none: shaders/normals.sh takes those of triangles.
        vertex.normal = from.normals.empty() ? vec3<float>{} : from.normals[source];
        vertex.colour = colours_.empty() ? 0xFFFFFFFF : colours_[source];
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
        if (mesh_.tissue != nullptr) {
            const auto flesh = flesh_of(mesh_, source);
            part_.flesh_first.push_back(static_cast<std::uint32_t>(part_.flesh.size()));
            part_.flesh.insert(part_.flesh.end(), flesh.begin(), flesh.end());
            part_.handles_per_vertex =
                std::max(part_.handles_per_vertex, static_cast<std::uint32_t>(flesh.size()));
        }
        vertex_in_part_[source] = static_cast<std::uint32_t>(part_.vertices.size());
        part_.vertices.push_back(vertex);
        if (mesh_.surface != nullptr) {
            place_surface(*mesh_.surface, source);
        }
        return vertex_in_part_[source];
    }

    void place_surface(const surface_vertices& from, std::uint32_t source) {
        std::array<float, 4> both{};
        for (std::size_t set = 0; set < from.texcoords.size(); ++set) {
            if (!from.texcoords[set].empty()) {
                both[2 * set] = from.texcoords[set][source][0];
                both[2 * set + 1] = from.texcoords[set][source][1];
            }
        }
        part_.texcoords.push_back(both);
        if (!from.tangents.empty()) {
            part_.tangents.push_back(from.tangents[source]);
        }
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
        if (part_.flesh.empty()) {
            part_.flesh_first.clear();
        } else {
            part_.flesh_first.push_back(static_cast<std::uint32_t>(part_.flesh.size()));
            part_.handle_count = static_cast<std::uint32_t>(mesh_.tissue->handle_count);
        }
        parts_.push_back(std::move(part_));
        part_ = {};
    }

    const mesh_source& mesh_;
    std::int32_t max_joints_;
    std::span<const std::uint32_t> colours_;
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
    if (std::optional<error> why = find_mesh_fault(mesh)) {
        return *why;
    }
    return splitter(mesh, max_joints).split();
}

} // namespace jounce::render
