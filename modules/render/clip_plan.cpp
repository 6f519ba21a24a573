#include <jounce/modules/render/clip_plan.hpp>

#include <algorithm>

namespace jounce::render {
namespace {

bool fits(const planned_part& part, const planned_clip& clip, bool on_gpu) {
    // The GPU reads a clip by the joints of the bind.
    return part.mode == palette_mode::matrix && part.joint_count == clip.joint_count &&
           part.morph_count <= clip.morph_count && (!on_gpu || part.part->joints.empty());
}

/// Of a part; its clip may have more.
std::uint32_t weight_texels(const planned_part& part) { return (part.morph_count + 3) / 4; }

/// Bones, morph weights, and flesh at rest: clips have none.
std::size_t palette_texels(const planned_part& part) {
    return 3 * static_cast<std::size_t>(part.part->palette_joints(part.joint_count)) +
           weight_texels(part) + part.part->handle_count;
}

/// A mesh and a clip, which neighbours mostly share.
struct mesh_and_clip {
    mesh_id mesh{};
    clip_id clip{};
    std::span<planned_part> parts; ///< empty: they do not fit, or are gone
    bool is_known = false;
};

mesh_and_clip pair_up(std::span<const planned_mesh> meshes, std::span<planned_part> parts,
                      std::span<const planned_clip> clips, mesh_id mesh, clip_id clip,
                      bool on_gpu) {
    mesh_and_clip out = {mesh, clip, {}, true};
    const auto mesh_index = static_cast<std::size_t>(mesh);
    const auto clip_index = static_cast<std::size_t>(clip);
    if (mesh_index >= meshes.size() || clip_index >= clips.size() ||
        clips[clip_index].frame_count == 0) {
        return out;
    }
    const auto drawn = parts.subspan(meshes[mesh_index].first_part, meshes[mesh_index].part_count);
    if (std::all_of(drawn.begin(), drawn.end(), [&](const planned_part& part) {
            return fits(part, clips[clip_index], on_gpu);
        })) {
        out.parts = drawn;
    }
    return out;
}

} // namespace

void clip_plan::make(entt::registry& registry, std::span<const planned_mesh> meshes,
                     std::span<planned_part> parts, const clip_table& table,
                     const clip_request& request) {
    mixes_.clear();
    texels_ = request.first_texel;
    drawn_ = 0;
    too_small_ = 0;
    left_out_ = 0;
    mismatched_ = 0;
    culled_ = 0;
    at_level_ = {};
    const bool culls = request.cull.is_on();
    const std::span<const planned_clip> clips = table.clips();
    const auto& placements = registry.storage<placement>();
    const placement unplaced;
    mesh_and_clip latest;
    for (auto [entity, who] : registry.storage<clip_instance>().each()) {
        if (who.hidden) {
            continue;
        }
        const placement& at = placements.contains(entity) ? placements.get(entity) : unplaced;
        instance told;
        write_placement(told, at, request.origin);
        if (culls && request.cull.by->hides(told, at.scale,
                                            bounds_.of(who.mesh, who.clip, request.cull, table))) {
            ++culled_;
            continue;
        }
        mesh_id chosen = who.mesh;
        if (!request.view.choose(meshes, told, at.scale, {&chosen, 1}, who.level)) {
            ++too_small_;
            continue;
        }
        if (!latest.is_known || chosen != latest.mesh || who.clip != latest.clip) {
            latest = pair_up(meshes, parts, clips, chosen, who.clip, request.on_gpu);
        }
        if (latest.parts.empty()) {
            ++mismatched_;
            continue;
        }
        const auto clip_index = static_cast<std::uint32_t>(who.clip);
        const planned_clip& plays = clips[clip_index];
        const std::span<planned_part> drawn = latest.parts;
        write_tint(told, who.tint);
        const frame_pair moment = frames_at(plays, who, request.time);
        if (request.on_gpu) {
            told.rows[3] = {
                {static_cast<float>(plays.first_texel + moment.frame * plays.frame_texels),
                 static_cast<float>(plays.first_texel + moment.next * plays.frame_texels),
                 static_cast<float>(3 * plays.joint_count), 2.0F + moment.share}};
            for (planned_part& part : drawn) {
                part.drawn.push_back(told);
            }
        } else {
            std::size_t needed = 0;
            for (const planned_part& part : drawn) {
                needed += palette_texels(part);
            }
            if (texels_ + needed > request.max_texels) {
                ++left_out_;
                continue;
            }
            add_palettes(drawn, clip_index, moment, told);
        }
        ++drawn_;
        ++at_level_[std::min<std::size_t>(who.level, max_mesh_levels - 1)];
    }
}

void clip_plan::add_palettes(std::span<planned_part> parts, std::uint32_t clip,
                             const frame_pair& at, instance& told) {
    for (planned_part& part : parts) {
        const std::size_t all = palette_texels(part);
        const std::size_t behind = weight_texels(part) + part.part->handle_count;
        told.rows[3] = {
            {static_cast<float>(texels_), -1.0F, static_cast<float>(texels_ + all - behind), 1.0F}};
        mixes_.push_back(
            {part.part, clip, at, static_cast<std::uint32_t>(texels_), weight_texels(part)});
        texels_ += all;
        part.drawn.push_back(told);
        part.by_palette = part.drawn.size();
    }
}

void clip_plan::copy(const clip_table& table, palette_row<float>* to) const noexcept {
    for (const mix_job& job : mixes_) {
        const planned_clip& clip = table.clips()[job.clip];
        const palette_row<float>* frames = table.rows().data() + clip.first_texel;
        const palette_row<float>* a = frames + std::size_t{job.at.frame} * clip.frame_texels;
        const palette_row<float>* b = frames + std::size_t{job.at.next} * clip.frame_texels;
        palette_row<float>* out = to + job.to;
        const auto mix = [&](std::size_t first, std::size_t rows) {
            for (std::size_t r = first; r < first + rows; ++r, ++out) {
                for (std::size_t c = 0; c < 4; ++c) {
                    out->v[c] = (1 - job.at.share) * a[r].v[c] + job.at.share * b[r].v[c];
                }
            }
        };
        const std::size_t bones = 3 * static_cast<std::size_t>(clip.joint_count);
        if (job.part->joints.empty()) {
            mix(0, bones);
        } else {
            for (const std::uint16_t joint : job.part->joints) {
                mix(3 * std::size_t{joint}, 3);
            }
        }
        mix(bones, job.weights);
        std::fill_n(out, job.part->handle_count, palette_row<float>{});
    }
}

} // namespace jounce::render
