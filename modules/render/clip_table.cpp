#include <jounce/modules/render/clip_table.hpp>

#include <jounce/modules/render/mesh_parts.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace jounce::render {
namespace {

error bad_clip(const char* name, const std::string& what) { return {name, "clip: " + what}; }

bool all_finite(std::span<const float> numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); });
}

} // namespace

frame_pair frames_at(const planned_clip& clip, const clip_instance& who, double time) noexcept {
    // Frames that a loop is long: one more than there are steps, if the last goes on to the first.
    const auto steps = static_cast<double>(clip.closes ? clip.frame_count : clip.frame_count - 1);
    double at = (static_cast<double>(who.phase) + static_cast<double>(who.speed) * time) *
                static_cast<double>(clip.frames_per_second);
    if (!(std::abs(at) < 1e15) || steps <= 0) {
        return {};
    }
    if (who.loops) {
        const double turns = at / steps;
        at = (turns - static_cast<double>(static_cast<std::int64_t>(turns))) * steps;
        at += at < 0 ? steps : 0.0;
    } else {
        at = std::clamp(at, 0.0, static_cast<double>(clip.frame_count - 1));
    }
    const std::uint32_t last = clip.frame_count - 1;
    const std::uint32_t frame = std::min(static_cast<std::uint32_t>(at), last);
    const std::uint32_t wrapped = clip.closes && who.loops ? 0 : last;
    return {frame, frame < last ? frame + 1 : wrapped,
            static_cast<float>(at - static_cast<double>(frame))};
}

result<clip_id> clip_table::add(const clip_source& clip, std::size_t max_texels) {
    const affine_frames& from = clip.frames;
    const std::size_t frames = from.frame_count;
    const std::size_t joints = from.joint_count;
    if (frames == 0 || joints == 0) {
        return bad_clip(errors::bad_count, "it has no frames or no joints");
    }
    if (joints > static_cast<std::size_t>(max_part_joints)) {
        return bad_clip(errors::too_many_joints,
                        std::to_string(joints) + " joints; a vertex can refer to " +
                            std::to_string(max_part_joints) + ": use fewer bones");
    }
    if (from.rows.size() / 12 / joints != frames || from.rows.size() != 12 * joints * frames) {
        return bad_clip(errors::bad_count, std::to_string(from.rows.size()) + " numbers are not " +
                                               std::to_string(frames) + " frames of " +
                                               std::to_string(joints) + " joints of 12");
    }
    const std::size_t morphs = clip.morph_weights.size() / frames;
    if (morphs * frames != clip.morph_weights.size() || morphs > max_morphs) {
        return bad_clip(errors::bad_count, std::to_string(clip.morph_weights.size()) +
                                               " morph weights are not as many for each of " +
                                               std::to_string(frames) + " frames, or more than " +
                                               std::to_string(max_morphs));
    }
    if (!(from.frames_per_second > 0) || !std::isfinite(from.frames_per_second)) {
        return bad_clip(errors::bad_number, "frames per second must be above 0");
    }
    if (!all_finite(from.rows) || !all_finite(clip.morph_weights)) {
        return bad_clip(errors::not_finite, "a matrix or a morph weight is not a finite number");
    }
    const std::size_t frame_texels = 3 * joints + (morphs + 3) / 4;
    if (frame_texels * frames > max_texels - std::min(max_texels, rows_.size())) {
        return bad_clip(errors::too_large,
                        std::to_string(frame_texels * frames) + " texels beside " +
                            std::to_string(rows_.size()) + " of other clips; this device holds " +
                            std::to_string(max_texels) + ": use fewer frames or bones");
    }
    planned_clip made;
    made.first_texel = static_cast<std::uint32_t>(rows_.size());
    made.frame_texels = static_cast<std::uint32_t>(frame_texels);
    made.frame_count = from.frame_count;
    made.joint_count = static_cast<std::int32_t>(joints);
    made.morph_count = static_cast<std::uint32_t>(morphs);
    made.frames_per_second = from.frames_per_second;
    made.closes = clip.closes;
    rows_.resize(rows_.size() + frame_texels * frames);
    for (std::size_t f = 0; f < frames; ++f) {
        float* to = rows_[made.first_texel + f * frame_texels].v;
        std::copy_n(from.rows.begin() + static_cast<std::ptrdiff_t>(12 * joints * f), 12 * joints,
                    to);
        const auto weights = clip.morph_weights.subspan(f * morphs, morphs);
        std::copy(weights.begin(), weights.end(), to + 12 * joints);
    }
    clips_.push_back(made);
    return static_cast<clip_id>(clips_.size() - 1);
}

void clip_table::remove(clip_id clip) {
    const auto index = static_cast<std::size_t>(clip);
    if (index >= clips_.size() || clips_[index].frame_count == 0) {
        return;
    }
    planned_clip& gone = clips_[index];
    const std::uint32_t texels = gone.frame_texels * gone.frame_count;
    const auto first = rows_.begin() + gone.first_texel;
    rows_.erase(first, first + texels);
    for (planned_clip& each : clips_) {
        each.first_texel -= each.first_texel > gone.first_texel ? texels : 0;
    }
    gone.frame_count = 0; // numbers are not used again: instances may still hold them
}

} // namespace jounce::render
