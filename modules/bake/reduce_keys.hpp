#pragma once

#include <jounce/components/assets/clip.hpp>
#include <jounce/components/base/math_types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::bake {

/// Numbers per key of a linear track.
constexpr std::size_t key_width(track_target target) {
    return target == track_target::rotation ? 4 : 3;
}

/// Turns evenly from a to b, the short way: what LINEAR means for rotations. In double, because it
/// measures errors.
quat<double> slerp(const quat<double>& a, const quat<double>& b, double share);

/// How far apart two keys are: radians of a rotation, else the length of the difference.
double key_distance(track_target target, const float* a, const float* b);

/// Which keys of a linear track suffice: with those alone, every key that was left out is met to
/// within `tolerance` (radians for a rotation, else units of the values). Ascending; the first and the
/// last key always stay, or only the first where all are alike.
/// @pre times ascend; `key_width(target)` values per time; rotations have unit length
std::vector<std::uint32_t> reduce_keys(std::span<const float> times, std::span<const float> values,
                                       track_target target, double tolerance);

} // namespace jounce::bake
