#include <jounce/modules/dev/bench/turns.hpp>

#include <jounce/modules/dev/bench/measure_point.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jounce::bench {
namespace {

constexpr std::int64_t fewest_frames = 3; ///< or there is no middle one
constexpr std::int64_t most_frames = 100000;

} // namespace

double middle_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

side_cost cost_of(const std::vector<double>& each) {
    return {*std::min_element(each.begin(), each.end()), middle_of(each)};
}

std::int64_t frames_of_slice(double slice_ms, double fastest_ms) {
    const double frames = std::ceil(slice_ms / std::max(fastest_ms, 1e-6));
    return static_cast<std::int64_t>(
        std::clamp(frames, static_cast<double>(fewest_frames), static_cast<double>(most_frames)));
}

std::pair<side_cost, side_cost> take_turns(const frame_series& one, const frame_series& other,
                                           double slice_ms) {
    constexpr std::int64_t warm_up = 12; // fetches memory, and lets the pipeline know its cost
    const double first_ms = one(warm_up);
    const std::int64_t frames = frames_of_slice(slice_ms, std::min(first_ms, other(warm_up)));
    std::vector<double> ones;
    std::vector<double> others;
    for (int slice = 0; slice < slices; ++slice) {
        if (slice % 2 == 0) { // the later of two neighbours may find a warmer machine
            ones.push_back(one(frames));
            others.push_back(other(frames));
        } else {
            others.push_back(other(frames));
            ones.push_back(one(frames));
        }
    }
    return {cost_of(ones), cost_of(others)};
}

} // namespace jounce::bench
