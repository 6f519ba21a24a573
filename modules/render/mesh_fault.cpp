#include <jounce/modules/render/mesh_fault.hpp>

#include <algorithm>
#include <cmath>
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

/// As many as vertices, or none.
bool has_entries(const surface_vertices& of, std::size_t count) {
    const auto fits = [count](std::size_t size) { return size == 0 || size == count; };
    return fits(of.texcoords[0].size()) && fits(of.texcoords[1].size()) &&
           fits(of.tangents.size()) && fits(of.colours.size());
}

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
    if (mesh.surface != nullptr && !has_entries(*mesh.surface, count)) {
        return bad_part(errors::bad_mesh,
                        "texture coordinates, tangents and colours of its surface "
                        "need an entry per vertex, or none at all");
    }
    if (mesh.morphs.size() > max_morphs) {
        return bad_part(errors::too_large, std::to_string(mesh.morphs.size()) +
                                               " morph targets, at most " +
                                               std::to_string(max_morphs) + " can be drawn");
    }
    for (std::size_t m = 0; m < mesh.morphs.size(); ++m) {
        const morph_target& target = mesh.morphs[m];
        if ((!target.positions.empty() && target.positions.size() != count) ||
            (!target.normals.empty() && target.normals.size() != count) ||
            (!target.tangents.empty() && target.tangents.size() != count)) {
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

/// Whether flesh is of this mesh only its size tells.
std::optional<error> check_flesh(const mesh_source& mesh) {
    const std::size_t count = mesh.vertices.positions.size();
    const std::size_t baked = std::max<std::size_t>(mesh.tissue->vertex_first.size(), 1) - 1;
    if (mesh.first_tissue_vertex > baked || count > baked - mesh.first_tissue_vertex) {
        return bad_part(errors::other_mesh,
                        "its flesh is for a skin of " + std::to_string(baked) +
                            " vertices; this mesh has " + std::to_string(count) + " from vertex " +
                            std::to_string(mesh.first_tissue_vertex) +
                            " on: give the flesh that was baked for it, and where it begins");
    }
    const std::uint32_t* first = mesh.tissue->vertex_first.data() + mesh.first_tissue_vertex;
    for (std::size_t v = 0; v < count; ++v) {
        if (first[v] > first[v + 1] || first[v + 1] > mesh.tissue->vertex_weights.size()) {
            return bad_part(errors::bad_index,
                            "flesh of vertex " + std::to_string(v) + " is not a range of the list");
        }
        for (std::uint32_t i = first[v]; i < first[v + 1]; ++i) {
            const std::int32_t handle = mesh.tissue->vertex_weights[i].handle;
            if (handle < 0 || handle >= mesh.tissue->handle_count) {
                return bad_part(errors::bad_index, "flesh of vertex " + std::to_string(v) +
                                                       " names handle " + std::to_string(handle) +
                                                       " of " +
                                                       std::to_string(mesh.tissue->handle_count));
            }
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<error> find_mesh_fault(const mesh_source& mesh) {
    if (std::optional<error> why = check_ranges(mesh)) {
        return why;
    }
    if (std::optional<error> why = check_indices(mesh)) {
        return why;
    }
    return mesh.tissue != nullptr ? check_flesh(mesh) : std::nullopt;
}

} // namespace jounce::render
