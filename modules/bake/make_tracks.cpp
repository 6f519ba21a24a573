#include <jounce/modules/bake/make_tracks.hpp>

#include <jounce/modules/bake/reduce_keys.hpp>
#include <jounce/modules/rig/spring_bones.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace jounce::bake {
namespace {

constexpr std::array<track_target, 3> targets = {track_target::translation, track_target::rotation,
                                                 track_target::scale};

// Differences below these come from computing in float, not from springs.
constexpr double same_turn = 2e-6;  ///< rad
constexpr double same_scale = 2e-6; ///< of the scale
constexpr double same_place = 1e-6; ///< of the rig's size

std::array<float, 4> numbers(const bone_key& key, track_target target) {
    switch (target) {
    case track_target::translation:
        return {key.translation.x, key.translation.y, key.translation.z, 0};
    case track_target::rotation:
        return {key.rotation.x, key.rotation.y, key.rotation.z, key.rotation.w};
    case track_target::scale: break;
    }
    return {key.scale.x, key.scale.y, key.scale.z, 0};
}

void set_numbers(bone_key& key, track_target target, const float* v) {
    switch (target) {
    case track_target::translation: key.translation = {v[0], v[1], v[2]}; break;
    case track_target::rotation: key.rotation = {v[0], v[1], v[2], v[3]}; break;
    case track_target::scale: key.scale = {v[0], v[1], v[2]}; break;
    }
}

/// A track with all its keys, and how it weighs on the ends of the bones below.
struct whole_track {
    std::size_t place = 0; ///< among the recorded bones
    track_target target = track_target::rotation;
    std::vector<float> values;
    double metres_per_unit = 1; ///< how far an error of 1 moves the bones below
    int tracks_on_way = 1;      ///< on the longest way down through it
};

class track_maker {
public:
    track_maker(const recorded_motion& motion, const rig& bones)
        : motion_(motion), rig_(bones), extent_(extent_of(bones)) {
        find_tracks();
        weigh_tracks();
    }

    baked_tracks make(double tolerance) const {
        // Errors add up along a chain to no more than their sum while they are small; where they
        // are not, less is allowed until the result is good enough.
        double allowed = tolerance;
        baked_tracks out;
        for (int attempt = 0; attempt < 8; ++attempt) {
            out = reduced(attempt < 7 ? allowed : 0);
            out.max_error = measure(out);
            if (out.max_error <= tolerance || out.keys_after == out.keys_before) {
                break;
            }
            allowed /= 2;
        }
        return out;
    }

private:
    std::size_t bone_of(std::size_t place) const {
        return static_cast<std::size_t>(motion_.bones[place].bone);
    }

    /// Size of a bone's own unit in the model, at rest.
    double unit_of(std::int32_t bone) const {
        if (bone < 0) {
            return 1;
        }
        const std::size_t b = static_cast<std::size_t>(bone);
        const double size =
            rig_.is_affine ? std::cbrt(std::abs(determinant(cast<double>(rig_.rest_linear[b]))))
                           : std::abs(static_cast<double>(rig_.rest_model[b].scale));
        return std::max(size, 1e-12);
    }

    bool moved(std::size_t place, track_target target) const {
        const double unit = unit_of(rig_.parents[bone_of(place)]);
        for (std::size_t f = 0; f < motion_.frame_count(); ++f) {
            const std::size_t at = motion_.at(f, place);
            const auto a = numbers(motion_.animated[at], target);
            const auto b = numbers(motion_.shown[at], target);
            const double most =
                target == track_target::rotation ? same_turn
                : target == track_target::translation
                    ? same_place * extent_ / unit
                    : same_scale * std::max({1.0, std::abs(static_cast<double>(a[0])),
                                             std::abs(static_cast<double>(a[1])),
                                             std::abs(static_cast<double>(a[2]))});
            if (key_distance(target, a.data(), b.data()) > most) {
                return true;
            }
        }
        return false;
    }

    void find_tracks() {
        for (std::size_t b = 0; b < motion_.bones.size(); ++b) {
            for (const track_target target : targets) {
                if (moved(b, target)) {
                    all_.push_back({b, target, values_of(b, target)});
                }
            }
        }
    }

    std::vector<float> values_of(std::size_t place, track_target target) const {
        const std::size_t width = key_width(target);
        std::vector<float> out;
        out.reserve(width * motion_.frame_count());
        for (std::size_t f = 0; f < motion_.frame_count(); ++f) {
            std::array<float, 4> key = numbers(motion_.shown[motion_.at(f, place)], target);
            if (target == track_target::rotation && f > 0) {
                // Some players interpolate without looking for the short way.
                const float* last = out.data() + out.size() - 4;
                const float along =
                    last[0] * key[0] + last[1] * key[1] + last[2] * key[2] + last[3] * key[3];
                for (float& part : key) {
                    part = along < 0 ? -part : part;
                }
            }
            out.insert(out.end(), key.begin(), key.begin() + static_cast<std::ptrdiff_t>(width));
        }
        return out;
    }

    void weigh_tracks() {
        const std::size_t count = motion_.bones.size();
        std::vector<int> own(count, 0);
        for (const whole_track& track : all_) {
            ++own[track.place];
        }
        // How far below a bone anything reaches, all joints stretched out.
        std::vector<double> reach(count, 0);
        std::vector<int> above(count, 0);
        std::vector<int> below(count, 0);
        for (std::size_t b = 0; b < count; ++b) {
            const std::int32_t parent = motion_.bones[b].parent;
            above[b] = own[b] + (parent < 0 ? 0 : above[static_cast<std::size_t>(parent)]);
        }
        for (std::size_t b = count; b-- > 0;) {
            const std::size_t bone = bone_of(b);
            const vec3<double> head = cast<double>(rig_.rest_head[bone]);
            reach[b] = std::max(reach[b], length(cast<double>(rig_.rest_tail[bone]) - head));
            const std::int32_t parent = motion_.bones[b].parent;
            if (parent >= 0) {
                const std::size_t p = static_cast<std::size_t>(parent);
                const vec3<double> from = cast<double>(rig_.rest_head[bone_of(p)]);
                reach[p] = std::max(reach[p], length(head - from) + reach[b]);
                below[p] = std::max(below[p], below[b] + own[b]);
            }
        }
        for (whole_track& track : all_) {
            track.tracks_on_way = above[track.place] + below[track.place];
            const double scale = unit_of(motion_.bones[track.place].bone);
            track.metres_per_unit =
                track.target == track_target::translation
                    ? unit_of(rig_.parents[bone_of(track.place)])
                    : std::max(reach[track.place], 1e-9) /
                          (track.target == track_target::scale ? std::min(scale, 1.0) : 1.0);
        }
    }

    baked_tracks reduced(double tolerance) const {
        baked_tracks out;
        for (const whole_track& track : all_) {
            const std::size_t width = key_width(track.target);
            const double share = tolerance / (track.tracks_on_way * track.metres_per_unit);
            baked_track kept;
            kept.bone = motion_.bones[track.place].bone;
            kept.target = track.target;
            if (tolerance > 0) {
                for (const std::uint32_t k :
                     reduce_keys(motion_.times, track.values, track.target, share)) {
                    const float* key = track.values.data() + width * k;
                    kept.times.push_back(motion_.times[k]);
                    kept.values.insert(kept.values.end(), key, key + width);
                }
            } else {
                kept.times = motion_.times;
                kept.values = track.values;
            }
            out.keys_before += motion_.frame_count();
            out.keys_after += kept.times.size();
            out.tracks.push_back(std::move(kept));
        }
        return out;
    }

    /// The keys of all frames as a player makes them of a track.
    void play(const baked_track& track, std::size_t place, std::vector<bone_key>& keys) const {
        const std::size_t width = key_width(track.target);
        std::size_t k = 0;
        for (std::size_t f = 0; f < motion_.frame_count(); ++f) {
            while (k + 1 < track.times.size() && track.times[k + 1] <= motion_.times[f]) {
                ++k;
            }
            std::array<float, 4> now{};
            const float* a = track.values.data() + width * k;
            std::copy(a, a + width, now.begin());
            if (k + 1 < track.times.size()) {
                const float* b = a + width;
                const double start = static_cast<double>(track.times[k]);
                const double share = (static_cast<double>(motion_.times[f]) - start) /
                                     (static_cast<double>(track.times[k + 1]) - start);
                if (track.target == track_target::rotation) {
                    const quat<float> q = cast<float>(slerp(
                        normalised(cast<double>(quat<float>{a[0], a[1], a[2], a[3]})),
                        normalised(cast<double>(quat<float>{b[0], b[1], b[2], b[3]})), share));
                    now = {q.x, q.y, q.z, q.w};
                } else {
                    for (std::size_t i = 0; i < width; ++i) {
                        now[i] = a[i] + static_cast<float>(share) * (b[i] - a[i]);
                    }
                }
            }
            set_numbers(keys[motion_.at(f, place)], track.target, now.data());
        }
    }

    double measure(const baked_tracks& made) const {
        std::vector<bone_key> keys = motion_.animated;
        for (std::size_t t = 0; t < made.tracks.size(); ++t) {
            play(made.tracks[t], all_[t].place, keys);
        }
        double most = 0;
        for (std::size_t f = 0; f < motion_.frame_count(); ++f) {
            const auto meant = model_pose(motion_, motion_.shown, f);
            const auto played = model_pose(motion_, keys, f);
            for (std::size_t b = 0; b < meant.size(); ++b) {
                const vec3<double> tail = cast<double>(rig_.tail_local[bone_of(b)]);
                most = std::max({most, length(meant[b].translation - played[b].translation),
                                 length(meant[b] * tail - played[b] * tail)});
            }
        }
        return most;
    }

    const recorded_motion& motion_;
    const rig& rig_;
    double extent_;
    std::vector<whole_track> all_;
};

} // namespace

baked_tracks make_tracks(const recorded_motion& motion, const rig& bones, double tolerance) {
    return track_maker(motion, bones).make(tolerance);
}

} // namespace jounce::bake
