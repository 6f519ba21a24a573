#include <jounce/modules/replay/resample.hpp>

#include <jounce/components/scalar_math.hpp>
#include <jounce/modules/replay/limits.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace jounce::replay {
namespace {

/// Evenly along the shorter arc.
quat<double> slerp(const quat<double>& a, const quat<double>& b, double share) {
    double cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    const double sign = cosine < 0 ? -1 : 1;
    cosine = std::min(1.0, sign * cosine);
    double from = 1 - share;
    double to = share;
    const double angle = std::acos(cosine);
    if (angle > 1e-6) { // below, a chord is as good
        from = std::sin(from * angle) / std::sin(angle);
        to = std::sin(to * angle) / std::sin(angle);
    }
    to *= sign;
    return normalised(quat<double>{from * a.x + to * b.x, from * a.y + to * b.y,
                                   from * a.z + to * b.z, from * a.w + to * b.w});
}

golden_pose between(const golden_pose& a, const golden_pose& b, double share) {
    return {slerp(a.rotation, b.rotation, share),
            a.translation + share * (b.translation - a.translation)};
}

/// Where the motion stands, in recorded frames.
double place_at(const golden_case& recorded, double seconds) {
    const double last = static_cast<double>(recorded.frames - 1);
    const double place = std::clamp((seconds - hold_before) / recorded.dt, 0.0, last);
    // A rate that shares a time with the record gets the recorded pose, not one beside it.
    const double nearest = std::round(place);
    return std::abs(place - nearest) < 1e-9 * std::max(1.0, last) ? nearest : place;
}

} // namespace

double motion_end(const golden_case& recorded) {
    const std::size_t driven = recorded.driven.size();
    std::size_t last = recorded.poses.size();
    const auto is_still = [&](std::size_t i) {
        const golden_pose& now = recorded.poses[i];
        const golden_pose& before = recorded.poses[i - driven];
        return now.rotation == before.rotation && now.translation == before.translation;
    };
    while (last > driven && is_still(last - 1)) {
        --last;
    }
    const std::size_t frame = last > driven ? (last - 1) / driven : 0;
    return hold_before + static_cast<double>(frame) * recorded.dt;
}

result<golden_case> resampled(const golden_case& recorded, int fps) {
    // Sixths of a second are whole numbers of frames at 24 and at 30 frames per second.
    const double record = static_cast<double>(recorded.frames - 1) * recorded.dt;
    const double sixths = std::ceil(6 * (hold_before + record + hold_after) - 1e-9);
    const double frames = sixths * fps / 6;
    const std::size_t driven = recorded.driven.size();
    const double bytes = frames * static_cast<double>(driven * sizeof(golden_pose));
    if (!(frames <= static_cast<double>(max_frames) &&
          bytes <= static_cast<double>(max_case_bytes))) {
        return error{"too_long", recorded.file.string() + ": lasts " +
                                     std::to_string(std::lround(sixths / 6)) +
                                     " seconds, too long to be played at " + std::to_string(fps) +
                                     " frames per second; record a shorter motion"};
    }
    golden_case out;
    out.name = recorded.name;
    out.file = recorded.file;
    out.frames = std::lround(frames);
    out.dt = 1.0 / fps;
    out.bones = recorded.bones;
    out.settings = recorded.settings;
    out.simulated = recorded.simulated;
    out.transformed = recorded.simulated;
    out.driven = recorded.driven;
    out.poses.reserve(static_cast<std::size_t>(out.frames) * driven);
    for (std::int64_t frame = 0; frame < out.frames; ++frame) {
        const double place = place_at(recorded, static_cast<double>(frame + 1) / fps);
        const double whole = std::floor(place);
        const std::size_t first = static_cast<std::size_t>(whole);
        const std::size_t second =
            std::min(first + 1, static_cast<std::size_t>(recorded.frames - 1));
        for (std::size_t d = 0; d < driven; ++d) {
            out.poses.push_back(between(recorded.poses[first * driven + d],
                                        recorded.poses[second * driven + d], place - whole));
        }
    }
    return out;
}

double longest_step(const golden_case& recorded) {
    const auto rigid =
        std::find_if(recorded.expected.begin(), recorded.expected.end(),
                     [](const expectation& e) { return e.what == quantity::rigid_bones; });
    double longest = 0;
    if (rigid == recorded.expected.end()) {
        return longest;
    }
    const golden_array& bones = rigid->data; // head and tail of each
    const std::size_t stride = bones.stride();
    for (std::size_t i = stride + 3; i + 2 < bones.values.size(); i += 6) {
        longest = std::max(longest, length(bones.vector_at(i) - bones.vector_at(i - stride)));
    }
    return longest;
}

} // namespace jounce::replay
