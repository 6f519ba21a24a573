#include <jounce/modules/render/clip_bounds.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace jounce::render {
namespace {

/// Morph weights of all frames, each at its largest: between frames both bones and weights are mixed, so a vertex is
/// not always between its places in two frames.
std::vector<float> largest_weights(const planned_clip& clip,
                                   std::span<const palette_row<float>> rows) {
    std::vector<float> out(clip.morph_count, 0);
    for (std::size_t f = 0; f < clip.frame_count; ++f) {
        const palette_row<float>* first =
            rows.data() + f * clip.frame_texels + 3 * static_cast<std::size_t>(clip.joint_count);
        for (std::size_t k = 0; k < out.size(); ++k) {
            out[k] = std::max(out[k], std::abs(first[k / 4].v[k % 4]));
        }
    }
    return out;
}

} // namespace

const model_box& clip_bounds::find(std::uint64_t pair, const skin_reach* mesh, std::size_t clip,
                                   const clip_table& clips) {
    const auto found = known_.find(pair);
    if (found != known_.end()) {
        return found->second;
    }
    model_box& out = known_[pair];
    if (mesh == nullptr || clip >= clips.clips().size()) {
        return out;
    }
    const planned_clip& plays = clips.clips()[clip];
    if (mesh->mode != palette_mode::matrix || mesh->joint_count != plays.joint_count ||
        plays.frame_count == 0) {
        return out;
    }
    const std::span<const palette_row<float>> rows = clips.rows().subspan(
        plays.first_texel, std::size_t{plays.frame_texels} * plays.frame_count);
    std::array<float, lane_count> growth{};
    growth.fill(growth_of(*mesh, largest_weights(plays, rows)));
    // Eight frames at a time, as if they were characters.
    palette frames;
    frames.mode = palette_mode::matrix;
    frames.joint_count = plays.joint_count;
    frames.rows.resize(static_cast<std::size_t>(frames.lane_stride() * lane_count));
    lane_boxes whole;
    for (std::size_t first = 0; first < plays.frame_count; first += lane_count) {
        for (std::size_t lane = 0; lane < static_cast<std::size_t>(lane_count); ++lane) {
            const std::size_t frame = std::min<std::size_t>(first + lane, plays.frame_count - 1);
            std::copy_n(rows.data() + frame * plays.frame_texels,
                        static_cast<std::size_t>(frames.rows_per_lane()),
                        frames.rows.data() +
                            static_cast<std::ptrdiff_t>(lane) * frames.lane_stride());
        }
        lane_boxes boxes;
        boxes_.make(*mesh, skin_method::linear, frames, growth, boxes);
        if (first == 0) {
            whole = boxes;
        }
        for (std::size_t lane = 0; lane < static_cast<std::size_t>(lane_count); ++lane) {
            whole.is_known[0] = whole.is_known[0] && boxes.is_known[lane];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                whole.low[axis][0] = std::min(whole.low[axis][0], boxes.low[axis][lane]);
                whole.high[axis][0] = std::max(whole.high[axis][0], boxes.high[axis][lane]);
            }
        }
    }
    out = whole.box(0);
    return out;
}

} // namespace jounce::render
