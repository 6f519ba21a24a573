#include <jounce/modules/tissue_file/skin_of.hpp>

#include <jounce/modules/weights/mesh_weights.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>

namespace jounce::tissue {

result<model_skin> skin_of(const gltf::model& from, std::int32_t skin) {
    const auto skin_count = static_cast<std::int32_t>(from.skins.size());
    if (skin >= skin_count) {
        return error{errors::bad_skin, from.file.string() + ": has " + std::to_string(skin_count) +
                                           " skins, none with the number " + std::to_string(skin)};
    }
    std::vector<std::size_t> vertices(from.skins.size(), 0);
    for (const gltf::mesh& mesh : from.meshes) {
        if (mesh.skin >= 0 && !mesh.triangles.empty()) {
            vertices[static_cast<std::size_t>(mesh.skin)] += mesh.file_vertex_count();
        }
    }
    if (skin < 0 && !vertices.empty()) {
        skin = static_cast<std::int32_t>(std::max_element(vertices.begin(), vertices.end()) -
                                         vertices.begin());
    }
    if (skin < 0 || vertices[static_cast<std::size_t>(skin)] == 0) {
        return error{errors::no_mesh,
                     from.file.string() + ": has no mesh with a skin; `jounce bind` gives it one"};
    }
    const gltf::skin& range = from.skins[static_cast<std::size_t>(skin)];
    model_skin out;
    out.skin = skin;
    out.joint_count = static_cast<std::uint32_t>(range.joint_count);
    for (std::size_t m = 0; m < from.meshes.size(); ++m) {
        const gltf::mesh& mesh = from.meshes[m];
        if (mesh.skin != skin || mesh.triangles.empty()) {
            continue;
        }
        const auto first = static_cast<std::uint32_t>(out.positions.size());
        out.meshes.push_back(m);
        out.first_vertex.push_back(first);
        // Flesh was baked for the vertices of the file, before any were doubled for their tangents.
        const std::size_t count = mesh.file_vertex_count();
        for (std::size_t v = 0; v < count; ++v) {
            out.positions.push_back(cast<double>(mesh.vertices.positions[v]));
        }
        for (const std::uint32_t vertex : mesh.triangles) {
            out.triangles.push_back(first +
                                    (vertex < count ? vertex : mesh.copied_from[vertex - count]));
        }
        weights::weight_table table = weights::table_of(mesh.vertices);
        for (weights::bone_weight& one : table.entries) {
            one.bone -= range.first_joint;
        }
        for (std::size_t v = 0; v < count; ++v) {
            out.joints.add(table.of(v));
        }
    }
    out.first_vertex.push_back(static_cast<std::uint32_t>(out.positions.size()));
    return out;
}

} // namespace jounce::tissue
