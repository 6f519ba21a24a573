#pragma once

#include <jounce/modules/dev/bench/bench_run.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::bench {

/// How often each side is measured; sides take turns, so that a machine that slows down for a while
/// slows both.
inline constexpr int slices = 9;

/// What one size of crowd costs: the best of its slices, system by system, beside the best of the
/// ordinary way. A slice counts by its middle frame.
struct point_cost {
    bench_options options;
    std::string isa;
    double best_ms = 0;                  ///< per frame, by the clock on the wall
    double median_ms = 0;                ///< of the slices
    std::vector<system_cost> systems;    ///< `mean_ms` and `ns_per_element`: the middle frame's
    std::vector<baseline_cost> baseline; ///< of one core, whatever `threads` is
    std::uint64_t bytes_per_character = 0;
    std::uint64_t predicted_bytes = 0; ///< from one block
    std::uint64_t measured_bytes = 0;  ///< that the process grew by; 0: unknown
};

/// `options.frames` says how many frames a slice has at most; few characters have more of them in
/// the same time. Errors as `run_bench`.
result<point_cost> measure_point(const bench_options& options);

} // namespace jounce::bench
