#include <jounce/modules/bgfx/skin_once.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/displace_skin.hpp>
#include <jounce/systems/skin/rest_tangents.hpp>
#include <jounce/systems/skin/skin_frames.hpp>

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
                std::vector<vec3<float>>& normals, std::vector<tangent4<float>>& tangents) {
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
               std::vector<vec3<float>>& normals, std::vector<tangent4<float>>& tangents) {
    for (std::size_t h = 0; h < moved.size(); ++h) {
        moved[h] = {rows[h].v[0], rows[h].v[1], rows[h].v[2]};
    }
    displace_skin<float>(part.flesh_first, part.flesh, moved, positions, normals);
    if (!tangents.empty()) {
        displace_tangents<float>(part.flesh_first, part.flesh, moved, normals, tangents);
    }
}

vec3<float> placed(const instance& at, const vec3<float>& p, float w) {
    const palette_row<float>* r = at.rows;
    return {r[0].v[0] * p.x + r[0].v[1] * p.y + r[0].v[2] * p.z + r[0].v[3] * w,
            r[1].v[0] * p.x + r[1].v[1] * p.y + r[1].v[2] * p.z + r[1].v[3] * w,
            r[2].v[0] * p.x + r[2].v[1] * p.y + r[2].v[2] * p.z + r[2].v[3] * w};
}

/// Tangents stay in the plane of the normals that morph targets gave.
void straighten(const std::vector<vec3<float>>& normals, std::vector<tangent4<float>>& tangents) {
    for (std::size_t v = 0; v < tangents.size(); ++v) {
        tangent4<float>& t = tangents[v];
        const vec3<float>& n = normals[v];
        const float square = dot(n, n);
        const vec3<float> along = {t[0], t[1], t[2]};
        const vec3<float> flat = along - (square > 0 ? dot(n, along) / square : 0) * n;
        t = {flat.x, flat.y, flat.z, t[3]};
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
        own.tangents.resize(own.rest_tangents.size());
        if (part.morph_count > 0) {
            add_morphs(part, texels[who.morph_weights()].v, own.rest, own.rest_normals,
                       own.rest_tangents);
            straighten(own.rest_normals, own.rest_tangents);
        }
        const bool deviates = deviation_distance > 0 && who.has_rigid_palette();
        if (deviates) {
            skin(who.rigid_palette(), own.rigid, {});
        }
        if (part.part->handle_count > 0) {
            const palette_row<float>* rows =
                texels + who.morph_weights() + (part.morph_count + 3) / 4;
            add_flesh(*part.part, rows, own.moved, own.rest, own.rest_normals, own.rest_tangents);
        }
        if (!part.has_tangents()) {
            skin(who.palette(), own.positions, own.normals);
        } else {
            std::copy_n(texels + who.palette(), own.rows.rows.size(), own.rows.rows.begin());
            cpu_skin_frames<float>(method, own.rows, 0, own.mesh, own.rest, own.rest_normals,
                                   own.rest_tangents, own.positions, own.normals, own.tangents);
            for (std::size_t v = 0; v < count; ++v) {
                const tangent4<float>& t = own.tangents[v];
                const vec3<float> along = placed(who, {t[0], t[1], t[2]}, 0);
                *tangents++ = {along.x, along.y, along.z, t[3]};
            }
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
