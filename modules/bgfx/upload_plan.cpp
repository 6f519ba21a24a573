#include <jounce/modules/bgfx/upload_plan.hpp>

#include <jounce/components/character.hpp>
#include <jounce/components/morph_weights.hpp>
#include <jounce/components/placement.hpp>
#include <jounce/components/scalar_math.hpp>
#include <jounce/modules/pipeline/crowd_index.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/palette.hpp>

#include <algorithm>
#include <cstring>

namespace jounce::gpu {
namespace {

float channel(std::uint32_t colour, std::uint32_t index) {
    return static_cast<float>((colour >> (8 * index)) & 0xFFU) / 255.0F;
}

std::uint32_t weight_texels(std::uint32_t morph_count) { return (morph_count + 3) / 4; }

/// What a character's own data is called for each of its meshes.
std::span<const float> weights_of(const morph_weights* all, std::size_t mesh) {
    return all != nullptr && mesh < all->mesh_count() ? all->of(mesh) : std::span<const float>{};
}

} // namespace

void write_placement(instance& to, const placement& at, const vec3<double>& origin) {
    const mat3<float> turn = to_matrix(at.rotation);
    const vec3<float> move = cast<float>(at.position - origin);
    const vec3<float>* c = turn.column;
    to.rows[0] = {{at.scale * c[0].x, at.scale * c[1].x, at.scale * c[2].x, move.x}};
    to.rows[1] = {{at.scale * c[0].y, at.scale * c[1].y, at.scale * c[2].y, move.y}};
    to.rows[2] = {{at.scale * c[0].z, at.scale * c[1].z, at.scale * c[2].z, move.z}};
}

void upload_plan::make(entt::registry& registry, std::span<const planned_mesh> meshes,
                       std::span<planned_part> parts, const plan_request& request) {
    copies_.clear();
    weights_.clear();
    rigid_count_ = 0;
    texels_ = 0;
    drawn_ = 0;
    left_out_ = 0;
    mismatched_ = 0;
    for (planned_part& part : parts) {
        part.drawn.clear();
    }
    for (const entt::entity entity : context<crowd_index>(registry).blocks) {
        const block& of = registry.get<const block>(entity);
        for (int lane = 0; lane < lane_count; ++lane) {
            if (of.is_active(lane) &&
                add_character(registry, of.characters[static_cast<std::size_t>(lane)], entity, lane,
                              meshes, parts, request)) {
                ++drawn_;
            }
        }
    }
}

bool upload_plan::add_character(entt::registry& registry, entt::entity who, entt::entity block,
                                int lane, std::span<const planned_mesh> meshes,
                                std::span<planned_part> parts, const plan_request& request) {
    const appearance* look = registry.try_get<const appearance>(who);
    if (look == nullptr || look->hidden || look->meshes.empty()) {
        return false;
    }
    const palette& rows = registry.get<const palette>(block);
    const auto rows_per_joint = static_cast<std::uint32_t>(rows.rows_per_joint());
    const morph_weights* weights = registry.try_get<const morph_weights>(who);

    // All of a character or nothing: what it needs is counted before anything is planned.
    const bool both = request.deviation && !look->rigid;
    std::size_t whole = 0;
    std::size_t needed = 0;
    for (const mesh_id id : look->meshes) {
        const auto index = static_cast<std::size_t>(id);
        const planned_mesh mesh = index < meshes.size() ? meshes[index] : planned_mesh{};
        if (mesh.part_count == 0) {
            ++mismatched_;
            return false;
        }
        for (const planned_part& part : parts.subspan(mesh.first_part, mesh.part_count)) {
            if (part.joint_count != rows.joint_count || part.mode != rows.mode) {
                ++mismatched_;
                return false;
            }
            const std::size_t own = part.part->joints.size() * rows_per_joint;
            whole = own == 0 ? static_cast<std::size_t>(rows.rows_per_lane()) : whole;
            needed += own * (both ? 2 : 1) + weight_texels(part.morph_count);
        }
    }
    needed += whole * (both ? 2 : 1);
    // Compute shaders read instances from the texture as well.
    for (const mesh_id id : look->meshes) {
        needed += 5 * std::size_t{meshes[static_cast<std::size_t>(id)].part_count};
    }
    if (texels_ + needed > request.max_texels) {
        ++left_out_;
        return false;
    }

    const palette& shown = look->rigid ? rigid_palette(registry, block) : rows;
    const palette* rigid = both ? &rigid_palette(registry, block) : nullptr;
    const auto no_place = static_cast<std::uint32_t>(-1);
    std::uint32_t shared = no_place;
    std::uint32_t shared_rigid = no_place;
    if (whole != 0) {
        shared = add_palette(shown.lane_rows(lane), nullptr, rows.joint_count, rows_per_joint);
        if (rigid != nullptr) {
            shared_rigid =
                add_palette(rigid->lane_rows(lane), nullptr, rows.joint_count, rows_per_joint);
        }
    }

    drawn_character character;
    character.block = block;
    character.lane = lane;
    const placement* at = registry.try_get<const placement>(who);
    write_placement(character.data, at != nullptr ? *at : placement{}, request.origin);
    for (std::uint32_t c = 0; c < 4; ++c) {
        character.data.rows[4].v[c] = channel(look->tint, c);
    }
    for (std::size_t m = 0; m < look->meshes.size(); ++m) {
        const planned_mesh mesh = meshes[static_cast<std::size_t>(look->meshes[m])];
        const std::span<const float> shape = weights_of(weights, m);
        for (planned_part& part : parts.subspan(mesh.first_part, mesh.part_count)) {
            std::uint32_t first = shared;
            std::uint32_t first_rigid = shared_rigid;
            if (!part.part->joints.empty()) {
                const auto joints = static_cast<std::int32_t>(part.part->joints.size());
                first = add_palette(shown.lane_rows(lane), part.part, joints, rows_per_joint);
                first_rigid = rigid != nullptr ? add_palette(rigid->lane_rows(lane), part.part,
                                                             joints, rows_per_joint)
                                               : no_place;
            }
            character.morph_weights = static_cast<std::uint32_t>(texels_);
            if (part.morph_count > 0) {
                weights_.push_back(
                    {shape.first(std::min<std::size_t>(shape.size(), part.morph_count)),
                     character.morph_weights, weight_texels(part.morph_count)});
                texels_ += weight_texels(part.morph_count);
            }
            character.data.rows[3] = {
                {static_cast<float>(first),
                 first_rigid != no_place ? static_cast<float>(first_rigid) : -1.0F,
                 static_cast<float>(character.morph_weights),
                 look->method == skin_method::linear ? 1.0F : 0.0F}};
            part.drawn.push_back(character);
        }
    }
    return true;
}

std::uint32_t upload_plan::add_palette(const palette_row<float>* rows, const mesh_part* part,
                                       std::int32_t joints, std::uint32_t rows_per_joint) {
    const auto to = static_cast<std::uint32_t>(texels_);
    const std::uint32_t count = static_cast<std::uint32_t>(joints) * rows_per_joint;
    copies_.push_back({rows, part, to, count, rows_per_joint});
    texels_ += count;
    return to;
}

const palette& upload_plan::rigid_palette(entt::registry& registry, entt::entity block) {
    // Characters come block by block, so the latest is the one to look at.
    if (rigid_count_ > 0 && rigid_[rigid_count_ - 1].block == block) {
        return rigid_[rigid_count_ - 1].rows;
    }
    if (rigid_.size() == rigid_count_) {
        // Room for all blocks at once: copies point into these palettes.
        rigid_.reserve(context<crowd_index>(registry).blocks.size());
        rigid_.emplace_back();
    }
    rigid_block& made = rigid_[rigid_count_++];
    const palette& like = registry.get<const palette>(block);
    const rigid_pose& pose = registry.get<const rigid_pose>(block);
    made.block = block;
    made.rows.mode = like.mode;
    made.rows.joint_count = like.joint_count;
    made.rows.rows.resize(like.rows.size());
    rigid_bones_.bones = pose.bones;
    rigid_bones_.linear = pose.linear;
    palette_rows(registry.get<const jounce::block>(block).kind->bind, rigid_bones_, made.rows);
    return made.rows;
}

void upload_plan::copy(palette_row<float>* to, std::size_t worker,
                       std::size_t workers) const noexcept {
    // Neighbours in the texture go to one worker, so that no two write the same cache line often.
    const std::size_t first = copies_.size() * worker / workers;
    const std::size_t last = copies_.size() * (worker + 1) / workers;
    for (std::size_t i = first; i < last; ++i) {
        const copy_job& job = copies_[i];
        if (job.part == nullptr) {
            std::memcpy(to + job.to, job.from, job.rows * sizeof(palette_row<float>));
            continue;
        }
        palette_row<float>* out = to + job.to;
        for (const std::uint16_t joint : job.part->joints) {
            std::memcpy(out, job.from + std::size_t{joint} * job.rows_per_joint,
                        job.rows_per_joint * sizeof(palette_row<float>));
            out += job.rows_per_joint;
        }
    }
    if (worker + 1 == workers) {
        for (const weights_job& job : weights_) {
            std::memset(to + job.to, 0, job.texels * sizeof(palette_row<float>));
            std::copy(job.from.begin(), job.from.end(), to[job.to].v);
        }
    }
}

} // namespace jounce::gpu
