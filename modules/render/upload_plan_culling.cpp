#include <jounce/modules/render/upload_plan.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <algorithm>
#include <array>

namespace jounce::render {
namespace {

bool fits(const skin_reach* reach, const palette& rows) {
    return reach != nullptr && reach->joint_count == rows.joint_count && reach->mode == rows.mode;
}

} // namespace

std::size_t upload_plan::keep_visible(const frame_input& in, block_palettes& from, candidates& all,
                                      std::size_t count) {
    const culling& by = *in.request.cull.by;
    // First whoever is in the picture with the middle of the joint that moves most: one matrix instead of all joints.
    std::array<bool, lane_count> is_kept{};
    std::size_t seen = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const candidate& who = all[i];
        const palette& rows = who.look->rigid ? rigid_palette(in.registry, from) : *from.shown;
        const skin_reach* reach = in.request.cull.reach_of(who.first_mesh);
        if (!fits(reach, rows) || reach->moved.empty()) {
            continue;
        }
        const skin_reach::joint_ball& anchor = reach->moved[reach->anchor];
        instance told;
        write_placement(told, *who.at, in.request.origin);
        is_kept[i] = by.sees(told, palette_matrix(rows, who.lane, anchor.joint) * anchor.centre);
        seen += is_kept[i] ? 1U : 0U;
    }
    if (seen == count) {
        return count;
    }
    // Then the others, those of the same meshes together.
    std::array<bool, lane_count> is_decided = is_kept;
    for (std::size_t i = 0; i < count; ++i) {
        if (is_decided[i]) {
            continue;
        }
        candidates group;
        std::array<std::size_t, lane_count> members{};
        std::size_t size = 0;
        for (std::size_t k = i; k < count; ++k) {
            const appearance& look = *all[k].look;
            const appearance& like = *all[i].look;
            if (!is_decided[k] && look.meshes == like.meshes && look.method == like.method &&
                look.rigid == like.rigid) {
                members[size] = k;
                group[size++] = all[k];
                is_decided[k] = true;
            }
        }
        lane_boxes boxes;
        const bool is_known = find_boxes(in, from, std::span(group).first(size), boxes);
        for (std::size_t k = 0; k < size; ++k) {
            is_kept[members[k]] = !is_known || !is_hidden(in, group[k], boxes);
        }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (is_kept[i]) {
            all[kept++] = all[i];
        }
    }
    culled_ += count - kept;
    return kept;
}

bool upload_plan::is_hidden(const frame_input& in, const candidate& who,
                            const lane_boxes& boxes) const {
    instance told;
    write_placement(told, *who.at, in.request.origin);
    return in.request.cull.by->hides(told, who.at->scale, boxes.box(who.lane));
}

bool upload_plan::find_boxes(const frame_input& in, block_palettes& from,
                             std::span<const candidate> group, lane_boxes& out) {
    const appearance& look = *group.front().look;
    const palette& rows = look.rigid ? rigid_palette(in.registry, from) : *from.shown;
    for (std::size_t m = 0; m < look.meshes.size(); ++m) {
        const skin_reach* reach = in.request.cull.reach_of(look.meshes[m]);
        if (!fits(reach, rows)) {
            return false;
        }
        std::array<float, lane_count> growth{};
        if (reach->flesh > 0 && from.moved != nullptr && !look.rigid) {
            growth = growth_of(*reach, *from.moved);
        }
        for (const candidate& who : group) {
            growth[static_cast<std::size_t>(who.lane)] +=
                growth_of(*reach, weights_of(who.weights, m));
        }
        lane_boxes boxes;
        boxes_.make(*reach, look.method, rows, growth, boxes);
        if (m == 0) {
            out = boxes;
            continue;
        }
        for (std::size_t lane = 0; lane < static_cast<std::size_t>(lane_count); ++lane) {
            out.is_known[lane] = out.is_known[lane] && boxes.is_known[lane];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                out.low[axis][lane] = std::min(out.low[axis][lane], boxes.low[axis][lane]);
                out.high[axis][lane] = std::max(out.high[axis][lane], boxes.high[axis][lane]);
            }
        }
    }
    return true;
}

} // namespace jounce::render
