#pragma once

// Motions that are functions of time alone, to be played at any frame rate, and what springs make of
// them.

#include "support/stable_block.hpp"

#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/systems/pose/prepare.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace jounce::test {

/// What the animation does to the root bone, and the host to the whole character.
struct moment {
    transform<double> root;
    placement at;
};
struct lively_motion {
    std::string name;
    std::function<moment(double seconds)> pose;
};

inline quat<double> turned(double x, double y, double z) {
    constexpr double degree = std::numbers::pi / 180;
    return axis_angle<double>({0, 0, 1}, degree * z) * axis_angle<double>({0, 1, 0}, degree * y) *
           axis_angle<double>({1, 0, 0}, degree * x);
}

/// 0 before a motion and after it, 1 in its middle; smooth.
inline double faded(double seconds, double length) {
    const double x = std::clamp(std::min(2 * seconds, 2 * (length - seconds)), 0.0, 1.0);
    return x * x * (3 - 2 * x);
}

constexpr double motion_seconds = 4;

inline std::vector<lively_motion> lively_motions() {
    const auto wave = [](double hertz, double t) {
        return std::sin(2 * std::numbers::pi * hertz * t);
    };
    const auto root_only = [](auto root) {
        return [root](double t) {
            moment out;
            out.root = root(t);
            return out;
        };
    };
    return {
        {"lively", root_only([wave](double t) {
             const double e = faded(t, motion_seconds);
             return transform<double>{
                 turned(25 * e * wave(1.3, t), 40 * e * wave(0.9, t), 30 * e * wave(2.1, t)),
                 {0.2 * e * wave(1.7, t), 0.1 * e * wave(2.4, t), 0},
                 1};
         })},
        {"shaking", root_only([wave](double t) {
             const double e = faded(t, motion_seconds);
             return transform<double>{
                 turned(10 * e * wave(3.1, t), 15 * e * wave(2.6, t), 12 * e * wave(3.4, t)),
                 {},
                 1};
         })},
        {"turning", root_only([](double t) {
             const double u = std::clamp(t, 0.0, motion_seconds);
             return transform<double>{
                 turned(0, 0, 90 * u * u * (3 - 2 * u / motion_seconds)), {}, 1};
         })},
        {"hopping", root_only([wave](double t) {
             const double e = faded(t, motion_seconds);
             const double up = std::max(0.0, wave(1.1, t));
             return transform<double>{
                 turned(0, 0, 12 * e * wave(1.4, t)), {0.2 * e * up * up, 0.4 * e * up * up, 0}, 1};
         })},
        {"running about",
         [wave](double t) {
             const double e = faded(t, motion_seconds);
             moment out;
             out.at.position = {1.5 * e * wave(0.7, t), 0.05 * e * wave(2.2, t), e * wave(1.1, t)};
             out.at.rotation = cast<float>(turned(0, 70 * e * wave(0.8, t), 0));
             return out;
         }},
    };
}

/// Lengths of frames at a rate; every one different, by up to 40 %, if it jitters.
inline std::vector<double> frames_of(double fps, double seconds, bool jitters) {
    std::vector<double> out;
    double left = seconds;
    unsigned state = 12345;
    while (left > 0) {
        state = state * 1664525U + 1013904223U;
        const double by = jitters ? 0.6 + 0.8 * (state >> 8) / 16777216.0 : 1.0;
        out.push_back(by / fps);
        left -= out.back();
    }
    return out;
}

/// Tails of a chain in the course of time: animated, and how far from that springs have taken them.
struct played_chain {
    std::vector<double> times;
    std::vector<std::vector<vec3<double>>> rigid;
    std::vector<std::vector<vec3<double>>> secondary;

    /// Between the frames, straight.
    vec3<double> at(const std::vector<std::vector<vec3<double>>>& of, std::size_t spring,
                    double time) const {
        const auto after = std::lower_bound(times.begin() + 1, times.end() - 1, time);
        const std::size_t i = static_cast<std::size_t>(after - times.begin());
        const double share =
            std::clamp((time - times[i - 1]) / (times[i] - times[i - 1]), 0.0, 1.0);
        return of[i - 1][spring] + share * (of[i][spring] - of[i - 1][spring]);
    }
};

/// Half a second of the first moment, the motion, and half a second after it.
constexpr double still_seconds = 0.5;

inline played_chain play_chain(const basic_character_kind<float>& kind, const lively_motion& motion,
                               const std::vector<double>& frames) {
    stable_block<float> block(kind);
    control_state control;
    world_forces weightless;
    weightless.gravity = {};
    played_chain out;
    for (const double dt : frames) {
        const moment now = motion.pose(block.clock.time +
                                       static_cast<double>(static_cast<float>(dt)) - still_seconds);
        block.pose_all(0, cast<float>(now.root));
        character_frame frame;
        frame.at = &now.at;
        frame.dt = static_cast<float>(dt);
        prepare(frame, weightless, control, block.data.environment, 0);
        block.frame(dt);
        out.times.push_back(block.clock.time);
        out.rigid.emplace_back();
        out.secondary.emplace_back();
        const transform<double> space = {cast<double>(now.at.rotation), now.at.position, 1};
        for (const stable_spring<float>& s : block.kind.springs.stable.springs) {
            const std::size_t b = static_cast<std::size_t>(s.bone);
            const vec3<double> rigid = cast<double>(block.rigid_tail(b));
            out.rigid.back().push_back(space.translation + rotate(space.rotation, rigid));
            out.secondary.back().push_back(
                rotate(space.rotation, cast<double>(block.tail(b)) - rigid));
        }
    }
    return out;
}

/// RMS over the RMS of the secondary motion of `dense`.
struct rate_difference {
    double secondary = 0; ///< of `played` from `dense`, at its frames
    double input = 0;     ///< what its frames, joined by straight ways, miss of the animation
};
inline rate_difference difference(const played_chain& played, const played_chain& dense) {
    double apart = 0;
    double size = 0;
    double missed = 0;
    double moved = 0;
    const std::size_t springs = dense.rigid.front().size();
    const double last = std::min(played.times.back(), dense.times.back());
    for (std::size_t s = 0; s < springs; ++s) {
        for (std::size_t f = 0; f < played.times.size() && played.times[f] <= last; ++f) {
            const vec3<double> wanted = dense.at(dense.secondary, s, played.times[f]);
            const vec3<double> off = played.secondary[f][s] - wanted;
            apart += dot(off, off);
            size += dot(wanted, wanted);
        }
        for (std::size_t f = 0; f < dense.times.size(); ++f) {
            moved += dot(dense.secondary[f][s], dense.secondary[f][s]);
            if (dense.times[f] > played.times.front() && dense.times[f] < last) {
                const vec3<double> off =
                    played.at(played.rigid, s, dense.times[f]) - dense.rigid[f][s];
                missed += dot(off, off);
            }
        }
    }
    return {std::sqrt(apart / size), std::sqrt(missed / moved)};
}

} // namespace jounce::test
