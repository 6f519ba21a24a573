#pragma once

// Clips made by code, and an evaluation of them that shares nothing with the project's: straight
// from the formulas of glTF, in double, keys found by looking at all of them, slerp by Eigen.

#include "support/eigen.hpp"
#include "support/random_rigs.hpp"

#include <jounce/components/assets/clip.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace jounce::test {

/// Appends a track; values are those of the keys one after the other, tangents included.
inline void add_track(clip& to, std::int32_t bone, track_target target, interpolation mode,
                      const std::vector<float>& times, const std::vector<float>& values) {
    track one;
    one.bone = bone;
    one.target = target;
    one.mode = mode;
    one.first_key = static_cast<std::uint32_t>(to.times.size());
    one.key_count = static_cast<std::uint32_t>(times.size());
    one.first_value = static_cast<std::uint32_t>(to.values.size());
    to.times.insert(to.times.end(), times.begin(), times.end());
    to.values.insert(to.values.end(), values.begin(), values.end());
    to.tracks.push_back(one);
    to.duration = std::max(to.duration, times.back());
}

struct clip_recipe {
    int keys = 9;
    float seconds = 1.5F;
    float start = 0;      ///< of the first key
    double tracked = 0.7; ///< share of the properties that have a track
    int only_mode = -1;   ///< of `interpolation`; -1: any
    bool shared_times = false;
};

inline void append(std::vector<float>& to, std::initializer_list<double> numbers) {
    for (const double one : numbers) {
        to.push_back(static_cast<float>(one));
    }
}

/// Keys for any bones of a rig, at times of their own.
template <class Real>
clip random_clip(std::uint32_t seed, const basic_rig<Real>& rig, const clip_recipe& recipe = {}) {
    dice roll(seed);
    clip out;
    out.name = "clip" + std::to_string(seed);
    std::vector<float> times;
    for (std::int32_t bone = 0; bone < rig.bone_count(); ++bone) {
        for (const track_target target :
             {track_target::translation, track_target::rotation, track_target::scale}) {
            if (roll.number(0, 1) > recipe.tracked) {
                continue;
            }
            const auto mode = static_cast<interpolation>(recipe.only_mode >= 0 ? recipe.only_mode
                                                                               : roll.whole(0, 2));
            if (times.empty() || !recipe.shared_times) {
                times.assign(1, recipe.start);
                const double step =
                    static_cast<double>(recipe.seconds - recipe.start) / recipe.keys;
                for (int k = 1; k < recipe.keys; ++k) {
                    times.push_back(times.back() + static_cast<float>(roll.number(0.2, 1) * step));
                }
            }
            std::vector<float> values;
            const transform<Real>& rest = rig.rest_local[static_cast<std::size_t>(bone)];
            for (int k = 0; k < recipe.keys; ++k) {
                for (int part = 0; part < (mode == interpolation::cubic ? 3 : 1); ++part) {
                    const bool is_tangent = mode == interpolation::cubic && part != 1;
                    if (target == track_target::rotation && is_tangent) {
                        append(values, {roll.number(-1, 1), roll.number(-1, 1), roll.number(-1, 1),
                                        roll.number(-1, 1)});
                    } else if (target == track_target::rotation) {
                        const quat<double> q = roll.rotation();
                        append(values, {q.x, q.y, q.z, q.w});
                    } else if (target == track_target::scale && !is_tangent) {
                        const double size = static_cast<double>(rest.scale);
                        append(values, {size * roll.number(0.5, 2), size * roll.number(0.5, 2),
                                        size * roll.number(0.5, 2)});
                    } else {
                        const vec3<double> v = roll.vector(0.5);
                        append(values, {v.x, v.y, v.z});
                    }
                }
            }
            add_track(out, bone, target, mode, times, values);
            if (recipe.shared_times && out.tracks.size() > 1) {
                out.times.resize(times.size());
                out.tracks.back().first_key = 0;
            }
        }
    }
    out.duration = recipe.seconds;
    return out;
}

/// Numbers of a track (three or four of them, or those of a morph track) at a time.
template <class Track>
std::vector<double> numbers_at(const clip& from, const Track& keys, std::size_t width,
                               double time) {
    const auto t = [&](std::size_t k) {
        return static_cast<double>(from.times[keys.first_key + k]);
    };
    const bool cubic = keys.mode == interpolation::cubic;
    const auto value = [&](std::size_t k, std::size_t part, std::size_t i) {
        const std::size_t at = (cubic ? (3 * k + part) : k) * width + i;
        return static_cast<double>(from.values[keys.first_value + at]);
    };
    std::size_t k = 0;
    while (k + 1 < keys.key_count && t(k + 1) <= time) {
        ++k;
    }
    const bool inside = time > t(0) && k + 1 < keys.key_count;
    const double span = inside ? t(k + 1) - t(k) : 1;
    const double s = inside ? (time - t(k)) / span : 0;
    std::vector<double> out(width);
    for (std::size_t i = 0; i < width; ++i) {
        const double here = value(k, 1, i);
        if (!inside || keys.mode == interpolation::step) {
            out[i] = here;
        } else if (!cubic) {
            out[i] = (1 - s) * here + s * value(k + 1, 1, i);
        } else {
            out[i] = (1 + 2 * s) * (1 - s) * (1 - s) * here +
                     span * s * (1 - s) * (1 - s) * value(k, 2, i) +
                     s * s * (3 - 2 * s) * value(k + 1, 1, i) +
                     span * s * s * (s - 1) * value(k + 1, 0, i);
        }
    }
    if (width == 4 && inside && keys.mode == interpolation::linear) {
        const auto q = [&](std::size_t key) {
            return Eigen::Quaterniond(value(key, 1, 3), value(key, 1, 0), value(key, 1, 1),
                                      value(key, 1, 2));
        };
        const Eigen::Quaterniond turned = q(k).slerp(s, q(k + 1));
        out = {turned.x(), turned.y(), turned.z(), turned.w()};
    }
    return out;
}

/// A bone's pose in parts, scale by axis.
struct loose_pose {
    Eigen::Vector3d translation;
    Eigen::Quaterniond rotation;
    Eigen::Vector3d scale;
};

template <class Real> loose_pose rest_of(const basic_rig<Real>& rig, std::size_t bone) {
    const transform<Real>& at = rig.rest_local[bone];
    Eigen::Vector3d scale = Eigen::Vector3d::Constant(static_cast<double>(at.scale));
    if (rig.is_affine) {
        scale = scale.cwiseProduct(to_eigen(rig.rest_stretch[bone]));
    }
    return {to_eigen(at.translation), to_eigen(at.rotation), scale};
}

/// The pose of a bone in a clip; rest where it has no keys.
template <class Real>
loose_pose pose_at(const clip& from, const basic_rig<Real>& rig, std::size_t bone, double time) {
    loose_pose out = rest_of(rig, bone);
    for (const track& keys : from.tracks) {
        if (static_cast<std::size_t>(keys.bone) != bone) {
            continue;
        }
        if (keys.target == track_target::rotation) {
            const std::vector<double> q = numbers_at(from, keys, 4, time);
            out.rotation = Eigen::Quaterniond(q[3], q[0], q[1], q[2]).normalized();
        } else {
            const std::vector<double> v = numbers_at(from, keys, 3, time);
            (keys.target == track_target::scale ? out.scale : out.translation) =
                Eigen::Vector3d(v[0], v[1], v[2]);
        }
    }
    return out;
}

/// One lane of a block's pose, in the same parts.
template <class Real>
loose_pose lane_pose(const basic_local_pose<Real>& from, std::size_t bone, int lane) {
    const transform<Real> at = get_lane(from.bones[bone], lane);
    Eigen::Vector3d scale = Eigen::Vector3d::Constant(static_cast<double>(at.scale));
    if (!from.stretch.empty()) {
        scale = scale.cwiseProduct(to_eigen(get_lane(from.stretch[bone], lane)));
    }
    return {to_eigen(at.translation), to_eigen(at.rotation), scale};
}

/// The largest difference: metres, radians of turning, scale.
inline double difference(const loose_pose& a, const loose_pose& b) {
    const double turn = std::min((a.rotation.coeffs() - b.rotation.coeffs()).norm(),
                                 (a.rotation.coeffs() + b.rotation.coeffs()).norm());
    return std::max({(a.translation - b.translation).norm(), 2 * turn, (a.scale - b.scale).norm()});
}

} // namespace jounce::test
