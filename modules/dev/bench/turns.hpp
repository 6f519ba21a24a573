#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace jounce::bench {

/// What a frame took, by the middle frame of each slice, ms.
struct side_cost {
    double best_ms = 0; ///< of the slices
    double median_ms = 0;
};

/// The middle of some values. @pre there are any
double middle_of(std::vector<double> values);

/// Best and middle of slices.
side_cost cost_of(const std::vector<double>& each);

/// Computes some frames and returns the middle one's time, ms.
using frame_series = std::function<double(std::int64_t frames)>;

/// Two ways to compute frames in alternating slices of at least `slice_ms` each.
std::pair<side_cost, side_cost> take_turns(const frame_series& one, const frame_series& other,
                                           double slice_ms);

/// Frames that a slice must have for each side to take `slice_ms`.
std::int64_t frames_of_slice(double slice_ms, double fastest_ms);

} // namespace jounce::bench
