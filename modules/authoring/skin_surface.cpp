#include <jounce/modules/authoring/skin_surface.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/authoring/helper_skin.hpp>
#include <jounce/modules/weights/mesh_weights.hpp>

#include <algorithm>

namespace jounce::authoring {
namespace {} // namespace

skin_surface surface_of(const gltf::model& in, std::int32_t skin) {
    skin_surface out;
    std::vector<affine<double>> to_model;
    for (const bind_description& joint : in.joints) {
        to_model.push_back(rest_of(in.bones, joint.bone) * joint.inverse_bind);
    }
    for (std::size_t m = 0; m < in.meshes.size(); ++m) {
        const gltf::mesh& mesh = in.meshes[m];
        if (mesh.skin != skin) {
            continue;
        }
        const auto first = static_cast<std::uint32_t>(out.positions.size());
        out.meshes.push_back(m);
        out.first_vertex.push_back(first);
        const weights::weight_table joints = weights::table_of(mesh.vertices);
        for (std::size_t v = 0; v < joints.vertex_count(); ++v) {
            const vec3<double> own = cast<double>(mesh.vertices.positions[v]);
            vec3<double> place;
            std::vector<weights::bone_weight> row;
            for (const weights::bone_weight& one : joints.of(v)) {
                place = place + one.weight * (to_model[at(one.bone)] * own);
                row.push_back({in.joints[at(one.bone)].bone, one.weight});
            }
            // A bone may be several joints.
            std::sort(row.begin(), row.end(),
                      [](const auto& a, const auto& b) { return a.bone < b.bone; });
            for (std::size_t i = row.size(); i-- > 1;) {
                if (row[i].bone == row[i - 1].bone) {
                    row[i - 1].weight += row[i].weight;
                    row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
                }
            }
            out.positions.push_back(place);
            out.weights.add(row);
        }
        for (const std::uint32_t vertex : mesh.triangles) {
            out.triangles.push_back(first + vertex);
        }
    }
    out.first_vertex.push_back(static_cast<std::uint32_t>(out.positions.size()));
    return out;
}

std::vector<weights::bone_segment> segments_of(const rig& bones) {
    std::vector<affine<double>> rest;
    std::vector<std::uint8_t> has_child(at(bones.bone_count()), 0);
    std::vector<weights::bone_segment> out;
    for (std::int32_t b = 0; b < bones.bone_count(); ++b) {
        rest.push_back(rest_of(bones, b));
        const std::int32_t parent = bones.parents[at(b)];
        if (parent >= 0) {
            has_child[at(parent)] = 1;
            out.push_back({parent, rest[at(parent)].translation, rest.back().translation});
        }
    }
    for (std::int32_t b = 0; b < bones.bone_count(); ++b) {
        if (has_child[at(b)] == 0) {
            out.push_back(
                {b, rest[at(b)].translation, rest[at(b)] * cast<double>(bones.tail_local[at(b)])});
        }
    }
    return out;
}

} // namespace jounce::authoring
