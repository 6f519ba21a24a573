#include <jounce/modules/bgfx/skin_once.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/displace_skin.hpp>

#include <algorithm>
#include <span>

namespace jounce::render {
namespace {

skinned_mesh mesh_of(const mesh_part& part) {
    skinned_mesh out;
    out.first_influence.push_back(0);
    for (const part_vertex& v : part.vertices) {
        out.positions.push_back(v.position);
        out.normals.push_back(v.normal);
        for (int k = 0; k < part.influences && v.weights[k] != 0; ++k) {
            out.influences.push_back({v.joints[k], v.weights[k]});
        }
        out.first_influence.push_back(static_cast<std::uint32_t>(out.influences.size()));
    }
    return out;
}

/// What shaders/skin.sh does with blend shapes.
void add_morphs(const gpu_part& part, const float* weights, std::vector<vec3<float>>& positions,
                std::vector<vec3<float>>& normals, std::vector<std::array<float, 4>>& tangents) {
    const std::size_t vertices = part.vertex_count();
    for (std::size_t target = 0; target < part.morph_count; ++target) {
        const float weight = weights[target];
        if (weight == 0) {
            continue;
        }
        const palette_row<float>* rows = part.morphs.data() + part.morph_rows * target * vertices;
        for (std::size_t v = 0; v < vertices; ++v, rows += part.morph_rows) {
            const float* p = rows[0].v;
            const float* n = rows[1].v;
            positions[v] = positions[v] + weight * vec3<float>{p[0], p[1], p[2]};
            normals[v] = normals[v] + weight * vec3<float>{n[0], n[1], n[2]};
            for (std::size_t i = 0; part.morph_rows > 2 && i < 3; ++i) {
                tangents[v][i] += weight * rows[2].v[i];
            }
        }
    }
}

/// The same with flesh. `rows`: where the character's displacements are.
void add_flesh(const mesh_part& part, const palette_row<float>* rows,
               std::vector<vec3<float>>& moved, std::vector<vec3<float>>& positions,
               std::vector<vec3<float>>& normals) {
    for (std::size_t h = 0; h < moved.size(); ++h) {
        moved[h] = {rows[h].v[0], rows[h].v[1], rows[h].v[2]};
    }
    displace_skin<float>(part.flesh_first, part.flesh, moved, positions, normals);
}

vec3<float> placed(const instance& at, const vec3<float>& p, float w) {
    const palette_row<float>* r = at.rows;
    return {r[0].v[0] * p.x + r[0].v[1] * p.y + r[0].v[2] * p.z + r[0].v[3] * w,
            r[1].v[0] * p.x + r[1].v[1] * p.y + r[1].v[2] * p.z + r[1].v[3] * w,
            r[2].v[0] * p.x + r[2].v[1] * p.y + r[2].v[2] * p.z + r[2].v[3] * w};
}

/// The flesh's matrix at a vertex, as `displace_skin` has it.
mat3<float> flesh_at(const mesh_part& part, std::size_t vertex,
                     const std::vector<vec3<float>>& moved) {
    mat3<float> out;
    for (std::uint32_t i = part.flesh_first[vertex]; i < part.flesh_first[vertex + 1]; ++i) {
        const tissue_weight<float>& w = part.flesh[i];
        const vec3<float>& by = moved[static_cast<std::size_t>(w.handle)];
        out.column[0] = out.column[0] + w.gradient.x * by;
        out.column[1] = out.column[1] + w.gradient.y * by;
        out.column[2] = out.column[2] + w.gradient.z * by;
    }
    return out;
}

/// What shaders/skin.sh does with tangents. A mirrored part changes the side of v. @pre rows are those of the character
void skin_tangents(const mesh_part& part, const skinned_mesh& mesh,
                   const std::vector<std::array<float, 4>>& rest_tangents,
                   const std::vector<vec3<float>>& moved, const palette& rows, skin_method method,
                   const instance& who, std::array<float, 4>* to) {
    for (std::size_t v = 0; v < rest_tangents.size(); ++v) {
        const std::array<float, 4>& rest = rest_tangents[v];
        vec3<float> along = {rest[0], rest[1], rest[2]};
        float side = rest[3];
        const auto go_through = [&](const mat3<float>& m) {
            along = m * along;
            side = determinant(m) < 0 ? -side : side;
        };
        if (part.handle_count > 0 && part.flesh_first[v] != part.flesh_first[v + 1]) {
            go_through(flesh_at(part, v, moved));
        }
        const std::uint32_t first = mesh.first_influence[v];
        go_through(
            skin_matrix<float>(
                method, rows, 0,
                std::span(mesh.influences).subspan(first, mesh.first_influence[v + 1] - first))
                .linear);
        along = placed(who, along, 0);
        to[v] = {along.x, along.y, along.z, side};
    }
}

} // namespace

void skin_once::skin_on_cpu(std::size_t index, const gpu_part& part, const planned_part& plan,
                            float deviation_distance, const palette_row<float>* texels) {
    if (scratch_.size() < ranges_.size()) {
        scratch_.resize(ranges_.size());
    }
    cpu_scratch& own = scratch_[index];
    const std::size_t count = part.vertex_count();
    if (own.mesh.positions.size() != count) {
        own.mesh = mesh_of(*part.part);
        own.positions.resize(count);
        own.normals.resize(count);
        own.rigid.resize(count);
        own.moved.resize(part.part->handle_count);
        own.rows.mode = plan.mode;
        own.rows.joint_count = plan.part->palette_joints(plan.joint_count);
        own.rows.rows.resize(static_cast<std::size_t>(own.rows.rows_per_lane()));
    }
    skinned_vertex* to = memory_.grow(used_) + ranges_[index].first;
    std::array<float, 4>* tangents =
        tangent_memory_.grow(used_tangents_) + ranges_[index].first_tangent;
    for (std::size_t i = 0; i < ranges_[index].characters; ++i, to += count) {
        const instance& who = plan.drawn[i];
        const skin_method method =
            who.is_linear() ? skin_method::linear : skin_method::dual_quaternion;
        const auto skin = [&](std::size_t first, std::span<vec3<float>> positions,
                              std::span<vec3<float>> normals) {
            const palette_row<float>* from = texels + first;
            std::copy_n(from, own.rows.rows.size(), own.rows.rows.begin());
            cpu_skin<float>(method, own.rows, 0, own.mesh, own.rest, own.rest_normals, positions,
                            normals);
        };
        own.rest = own.mesh.positions;
        own.rest_normals = own.mesh.normals;
        own.rest_tangents = part.part->tangents;
        if (part.morph_count > 0) {
            add_morphs(part, texels[who.morph_weights()].v, own.rest, own.rest_normals,
                       own.rest_tangents);
        }
        const bool deviates = deviation_distance > 0 && who.has_rigid_palette();
        if (deviates) {
            skin(who.rigid_palette(), own.rigid, {});
        }
        if (part.part->handle_count > 0) {
            const palette_row<float>* rows =
                texels + who.morph_weights() + (part.morph_count + 3) / 4;
            add_flesh(*part.part, rows, own.moved, own.rest, own.rest_normals);
        }
        skin(who.palette(), own.positions, own.normals);
        if (part.has_tangents()) {
            skin_tangents(*part.part, own.mesh, own.rest_tangents, own.moved, own.rows, method, who,
                          tangents);
            tangents += count;
        }
        for (std::size_t v = 0; v < count; ++v) {
            to[v].position = placed(who, own.positions[v], 1);
            to[v].normal = placed(who, own.normals[v], 0);
            to[v].deviation =
                deviates ? length(own.positions[v] - own.rigid[v]) / deviation_distance : -1.0F;
        }
    }
}

} // namespace jounce::render
