#include <jounce/modules/dev/replay/resample.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/dev/replay/limits.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

namespace jounce::replay {
namespace {

/// Shares of the four recorded frames around a place between the middle two: a curve through all of
/// them whose direction in each is from the one before to the one after (Catmull-Rom).
std::array<double, 4> shares_at(double s) {
    const double s2 = s * s;
    const double s3 = s2 * s;
    return {0.5 * (2 * s2 - s3 - s), 0.5 * (3 * s3 - 5 * s2 + 2), 0.5 * (s + 4 * s2 - 3 * s3),
            0.5 * (s3 - s2)};
}

golden_pose between(const std::array<golden_pose, 4>& frames, double share) {
    if (share == 0) {
        return frames[1]; // to the bit
    }
    const std::array<double, 4> shares = shares_at(share);
    const quat<double>& near = frames[1].rotation;
    golden_pose out = {{0, 0, 0, 0}, {}};
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const quat<double>& q = frames[i].rotation;
        const double cosine = q.x * near.x + q.y * near.y + q.z * near.z + q.w * near.w;
        const double of = cosine < 0 ? -shares[i] : shares[i]; // the shorter arc
        out.rotation = {out.rotation.x + of * q.x, out.rotation.y + of * q.y,
                        out.rotation.z + of * q.z, out.rotation.w + of * q.w};
        out.translation = out.translation + shares[i] * frames[i].translation;
    }
    out.rotation = normalised(out.rotation);
    return out;
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

result<golden_case> resampled(const golden_case& recorded, int fps, double hold) {
    // Sixths of a second are whole numbers of frames at 24 and at 30 frames per second.
    const double record = static_cast<double>(recorded.frames - 1) * recorded.dt;
    const double sixths = std::ceil(6 * (hold_before + record + hold) - 1e-9);
    const double frames = sixths * fps / 6;
    const std::size_t driven = recorded.driven.size();
    const double bytes = frames * static_cast<double>(driven * sizeof(golden_pose));
    if (!(frames <= static_cast<double>(max_frames) &&
          bytes <= static_cast<double>(max_case_bytes))) {
        return error{errors::too_long,
                     recorded.file.string() + ": lasts " + std::to_string(std::lround(sixths / 6)) +
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
        for (std::size_t d = 0; d < driven; ++d) {
            const auto recorded_at = [&](double k) {
                const double last = static_cast<double>(recorded.frames - 1);
                return recorded
                    .poses[static_cast<std::size_t>(std::clamp(k, 0.0, last)) * driven + d];
            };
            out.poses.push_back(between({recorded_at(whole - 1), recorded_at(whole),
                                         recorded_at(whole + 1), recorded_at(whole + 2)},
                                        place - whole));
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
