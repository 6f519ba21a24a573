#include <jounce/modules/bgfx/skin_once.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/bgfx/shaders.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/displace_skin.hpp>

#include <algorithm>

namespace jounce::render {
namespace {

constexpr std::uint32_t threads_per_group = 64; ///< of shaders/cs_skin_main.sh

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
                std::vector<vec3<float>>& normals) {
    const std::size_t vertices = part.vertex_count();
    for (std::size_t target = 0; target < part.morph_count; ++target) {
        const float weight = weights[target];
        if (weight == 0) {
            continue;
        }
        const palette_row<float>* rows = part.morphs.data() + 2 * target * vertices;
        for (std::size_t v = 0; v < vertices; ++v) {
            const float* p = rows[2 * v].v;
            const float* n = rows[2 * v + 1].v;
            positions[v] = positions[v] + weight * vec3<float>{p[0], p[1], p[2]};
            normals[v] = normals[v] + weight * vec3<float>{n[0], n[1], n[2]};
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

} // namespace

void skin_once::create(bool by_compute, std::size_t max_vertices) {
    by_compute_ = by_compute;
    // The compute shader gets the index to write to as a float, which represents all integers only
    // up to this.
    max_vertices_ = std::clamp<std::size_t>(max_vertices, 1, std::size_t{1} << 24U);
    vertices_ = unique_handle(bgfx::createDynamicVertexBuffer(
        static_cast<std::uint32_t>(max_vertices_), skinned_layout(),
        by_compute ? BGFX_BUFFER_COMPUTE_READ_WRITE : BGFX_BUFFER_NONE));
    if (by_compute) {
        four_ = unique_handle(bgfx::createProgram(make_shader("cs_skin4"), true));
        eight_ = unique_handle(bgfx::createProgram(make_shader("cs_skin8"), true));
    }
}

void skin_once::forget() {
    vertices_.reset();
    four_.reset();
    eight_.reset();
}

void skin_once::begin() {
    used_ = 0;
    left_out_ = 0;
    if (!by_compute_) {
        memory_.begin(0);
    }
    std::fill(ranges_.begin(), ranges_.end(), range{});
}

std::size_t skin_once::reserve(std::size_t part, std::size_t vertices, std::size_t characters) {
    const std::size_t fit = std::min(characters, (max_vertices_ - used_) / vertices);
    ranges_[part] = {used_, fit};
    used_ += fit * vertices;
    left_out_ += characters - fit;
    if (!by_compute_) {
        memory_.grow(used_);
    }
    return fit;
}

void skin_once::dispatch(bgfx::ViewId view, const gpu_part& part, std::size_t characters) {
    bgfx::setBuffer(0, part.compute_input.get(), bgfx::Access::Read);
    bgfx::setBuffer(1, vertices_.get(), bgfx::Access::Write);
    const std::uint32_t groups = (part.vertex_count() + threads_per_group - 1) / threads_per_group;
    bgfx::dispatch(view, part.part->influences > 4 ? eight_.get() : four_.get(), groups,
                   static_cast<std::uint32_t>(characters), 1);
}

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
        if (part.morph_count > 0) {
            add_morphs(part, texels[who.morph_weights()].v, own.rest, own.rest_normals);
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
        for (std::size_t v = 0; v < count; ++v) {
            to[v].position = placed(who, own.positions[v], 1);
            to[v].normal = placed(who, own.normals[v], 0);
            to[v].deviation =
                deviates ? length(own.positions[v] - own.rigid[v]) / deviation_distance : -1.0F;
        }
    }
}

void skin_once::submit() {
    if (!by_compute_ && used_ > 0) {
        bgfx::update(vertices_.get(), 0, memory_.hand_over(used_));
    }
}

void skin_once::bind_vertices(std::uint32_t first, std::uint32_t count) const {
    bgfx::setVertexBuffer(0, vertices_.get(), first, count);
}

} // namespace jounce::render
