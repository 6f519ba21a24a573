#include <jounce/modules/rig/affine_fault.hpp>

#include <jounce/components/assets/rig.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace jounce {

std::optional<error> find_affine_fault(const clip& source) {
    const affine_frames& frames = source.affine;
    if (frames.empty() && frames.rows.empty()) {
        return std::nullopt;
    }
    const std::string who = "affine frames of clip '" + source.name + "'";
    if (frames.joint_count == 0 || frames.joint_count > static_cast<std::uint32_t>(max_bones)) {
        return error{errors::bad_count, who + " have " + std::to_string(frames.joint_count) +
                                            " joints, it must be 1 to " +
                                            std::to_string(max_bones)};
    }
    // Cannot wrap around: 32 bits times 12 times at most 4096.
    const std::uint64_t needed =
        std::uint64_t{frames.frame_count} * frames.joint_count * std::uint64_t{12};
    if (frames.rows.size() != needed) {
        return error{errors::bad_count, who + " have " + std::to_string(frames.rows.size()) +
                                            " numbers, " + std::to_string(frames.frame_count) +
                                            " frames of " + std::to_string(frames.joint_count) +
                                            " joints need " + std::to_string(needed)};
    }
    const double rate = static_cast<double>(frames.frames_per_second);
    if (!(rate > 0) || !std::isfinite(rate)) {
        return error{errors::bad_time, who + " need a rate above 0 frames per second"};
    }
    const double end = static_cast<double>(frames.frame_count - 1) / rate;
    if (static_cast<double>(source.duration) < end * (1 - 1e-5)) {
        return error{errors::bad_time,
                     who + " last " + std::to_string(end) + " s, longer than the clip's " +
                         std::to_string(source.duration) + " s: give the clip their duration"};
    }
    const auto bad =
        std::ranges::find_if(frames.rows, [](float number) { return !std::isfinite(number); });
    if (bad != frames.rows.end()) {
        const std::size_t index = static_cast<std::size_t>(bad - frames.rows.begin()) / 12;
        return error{errors::bad_number,
                     who + ": joint " + std::to_string(index % frames.joint_count) + " of frame " +
                         std::to_string(index / frames.joint_count) + " is not finite"};
    }
    return std::nullopt;
}

} // namespace jounce
