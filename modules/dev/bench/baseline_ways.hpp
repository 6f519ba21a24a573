#pragma once

// Ways between two frames in the ordinary way. For stable_baseline.cpp and baseline_tick.cpp.

#include <jounce/modules/dev/bench/stable_baseline.hpp>

#include <Eigen/Geometry>

#include <cmath>
#include <cstddef>

namespace jounce::bench {

/// Ways between two frames, as systems/stable/curve.hpp has them.
struct frame_ways {
    float seconds;
    float far2;
    bool curved;

    static constexpr float wide2 = 0.25F;

    static constexpr float corner2 = 0.01F;
    static constexpr float left = 0.5F; ///< of the bow, at the end

    static float bow_at(float share) { return share * (1 - share) * (1 - (1 - left) * share); }

    template <class Vector> Vector bow(const Vector& way, const Vector& rate, float most2) const {
        const Vector before = seconds * rate;
        const Vector off = before - way;
        const float size2 = off.squaredNorm();
        if (!curved || !(size2 > most2 * 1e-14F && size2 < most2 * 1e12F)) {
            return Vector::Zero();
        }
        const float sum = way.squaredNorm() + before.squaredNorm();
        const float x = way.squaredNorm() / sum;
        const float y = before.squaredNorm() / sum;
        return most2 * x * y / ((most2 + size2) * (x + corner2 * y) * (y + corner2 * x)) * off;
    }
    template <class Vector> void end(const Vector& way, float most2, Vector& rate) const {
        rate = 1 / seconds * (way - left * bow(way, rate, most2));
    }
};

inline frame_ways ways_of(const character_kind& kind, const stable_baseline& who, float seconds) {
    const float far = 0.5F * kind.springs.stable.extent;
    return {seconds, far * far, who.has_rates && !who.world.jumps};
}

inline stable_baseline::bone mix(const frame_ways& ways, const stable_baseline::bone& a,
                                 const stable_baseline::bone& b,
                                 const stable_baseline::pose_rate& rate, float share) {
    const float bow = frame_ways::bow_at(share);
    const float sign = a.rotation.dot(b.rotation) < 0 ? -1.0F : 1.0F;
    const Eigen::Vector4f to = sign * b.rotation.coeffs();
    const Eigen::Vector4f turn = to - a.rotation.coeffs();
    const Eigen::Vector3f way = b.translation - a.translation;
    return {Eigen::Quaternionf((1 - share) * a.rotation.coeffs() + share * to +
                               bow * ways.bow(turn, rate.rotation, frame_ways::wide2))
                .normalized(),
            a.translation + share * way + bow * ways.bow(way, rate.translation, ways.far2),
            a.scale + share * (b.scale - a.scale)};
}

/// The speed of a bone when the frame ends.
inline void end_way(const frame_ways& ways, const stable_baseline::bone& a,
                    const stable_baseline::bone& b, stable_baseline::pose_rate& rate) {
    const float sign = a.rotation.dot(b.rotation) < 0 ? -1.0F : 1.0F;
    ways.end<Eigen::Vector4f>(sign * b.rotation.coeffs() - a.rotation.coeffs(), frame_ways::wide2,
                              rate.rotation);
    rate.rotation *= sign;
    ways.end<Eigen::Vector3f>(b.translation - a.translation, ways.far2, rate.translation);
}

/// The model space on its way through a frame.
struct space_way {
    const stable_baseline::surroundings& frame;
    Eigen::Vector3f turn; ///< half its angle along its axis
    Eigen::Vector3f turn_bow;
    Eigen::Vector3f shift_bow;

    space_way(const frame_ways& ways, const stable_baseline& who)
        : frame(who.world), turn((frame.turn.w() < 0 ? -1.0F : 1.0F) * frame.turn.vec()),
          turn_bow(ways.bow<Eigen::Vector3f>(turn, frame.turn * who.turn_rate, frame_ways::wide2)),
          shift_bow(
              ways.bow<Eigen::Vector3f>(frame.shift, frame.turn * who.shift_rate, ways.far2)) {}

    Eigen::Quaternionf turn_left(float share) const {
        const Eigen::Vector3f axis = (1 - share) * turn - frame_ways::bow_at(share) * turn_bow;
        const float w = (1 - share) * std::abs(frame.turn.w()) + share;
        return Eigen::Quaternionf(w, axis.x(), axis.y(), axis.z()).normalized();
    }
};

/// Adds the model space's motion between two times of the frame to what no tick has seen.
inline void add_motion(const space_way& way, float from, float to, baseline_carry& unseen) {
    const Eigen::Quaternionf until_end = way.turn_left(to).conjugate();
    const Eigen::Quaternionf turn = until_end * way.turn_left(from);
    const float growth = 1 + (to - from) * (way.frame.growth - 1);
    const float bow = frame_ways::bow_at(to) - frame_ways::bow_at(from);
    const Eigen::Vector3f shift = (to - from) * way.frame.shift + bow * way.shift_bow;
    unseen.shift = growth * (turn * unseen.shift) + until_end * shift;
    unseen.turn = (turn * unseen.turn).normalized();
    unseen.growth *= growth;
}

/// Of the bones above, at the head of a bone below a spring.
inline stable_baseline::recoil recoil_at(const stable_baseline& who, const walked_bone& walked,
                                         const Eigen::Vector3f& head) {
    const stable_baseline::recoil& above = who.recoils[static_cast<std::size_t>(walked.parent)];
    const Eigen::Vector3f arm = head - who.now[static_cast<std::size_t>(walked.parent)].translation;
    return {above.turn, above.shift + above.turn.cross(arm)};
}

} // namespace jounce::bench
