#pragma once

// The arithmetic of one stable spring in the ordinary way: one number at a time, Eigen's vectors and
// quaternions. What docs/solver.md says of deflections and their bounds, for springs of fixed length
// whose limit is round.

#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/base/math_types.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace jounce::bench {

inline Eigen::Vector3f to_vector(const vec3<float>& v) { return {v.x, v.y, v.z}; }
inline Eigen::Quaternionf to_quaternion(const quat<float>& q) { return {q.w, q.x, q.y, q.z}; }

/// The part of a vector perpendicular to a unit axis.
inline Eigen::Vector3f across(const Eigen::Vector3f& axis, const Eigen::Vector3f& a) {
    return a - axis.dot(a) * axis;
}

/// A vector shortened to a length, or nothing if it has no finite length.
inline Eigen::Vector3f shorten(const Eigen::Vector3f& a, float longest) {
    const float size2 = a.squaredNorm();
    if (size2 <= std::min(longest * longest, 1e36F)) {
        return a;
    }
    const float size = std::sqrt(size2);
    if (!(size <= 1e18F)) {
        return Eigen::Vector3f::Zero();
    }
    return size <= longest ? a : Eigen::Vector3f(longest / size * a);
}

/// Shortest rotation from one unit vector to another.
inline Eigen::Quaternionf shortest_arc(const Eigen::Vector3f& from, const Eigen::Vector3f& to) {
    const Eigen::Vector3f h = from + to;
    const float size2 = h.squaredNorm();
    if (size2 < 1e-12F) { // opposite
        return Eigen::Quaternionf::FromTwoVectors(from, to);
    }
    const Eigen::Vector3f axis = from.cross(h);
    return Eigen::Quaternionf(0.5F * size2, axis.x(), axis.y(), axis.z()).normalized();
}

/// A bone after its deflection, in its own animated frame.
struct bent_baseline {
    Eigen::Quaternionf turn;
    Eigen::Vector3f tail; ///< from the head, in bone lengths
};

/// Turns the bone by 4 atan(|deflection| / 4) towards its deflection.
inline bent_baseline bend(const Eigen::Vector3f& axis, const Eigen::Vector3f& deflection) {
    const Eigen::Vector3f y = across(axis, deflection);
    const float k = 0.0625F * y.squaredNorm();
    const float inverse = 1 / (1 + k);
    const float half_cosine = (1 - k) * inverse;
    const Eigen::Vector3f half_sine = 0.5F * inverse * axis.cross(y);
    const float cosine = 1 - 8 * k * inverse * inverse;
    return {Eigen::Quaternionf(half_cosine, half_sine.x(), half_sine.y(), half_sine.z()),
            cosine * axis + half_cosine * inverse * y};
}

/// The deflection that turns the bone to where its tail is.
inline Eigen::Vector3f unbend(const Eigen::Vector3f& axis, const Eigen::Vector3f& tail) {
    const float distance = tail.norm();
    const Eigen::Vector3f direction = distance > 1e-6F ? Eigen::Vector3f(tail / distance) : axis;
    const float along = axis.dot(direction);
    const float from_opposite = std::max(1 + along, 1e-7F);
    const float size = 4 / (from_opposite + std::sqrt(2 * from_opposite));
    return size * (direction - along * axis);
}

} // namespace jounce::bench
