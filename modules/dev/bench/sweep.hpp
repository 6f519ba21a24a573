#pragma once

#include <jounce/modules/dev/bench/churn_cost.hpp>
#include <jounce/modules/dev/bench/measure_point.hpp>
#include <jounce/modules/dev/bench/pairs.hpp>
#include <jounce/modules/dev/bench/profiling_cost.hpp>
#include <jounce/modules/dev/bench/weights_cost.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::bench {

/// One quantity that is changed while the others stay.
struct sweep_report {
    struct point {
        std::string label;
        double x = 0; ///< the quantity where it is a number
        point_cost cost;
    };
    std::string name;  ///< characters, bones, springs, threads, schedules, levels
    std::string title; ///< what stays
    std::vector<point> points;
    std::vector<std::string> left_out; ///< points that this machine has no memory for, and why
};

/// All that was swept.
struct bench_sweeps {
    std::vector<sweep_report> sweeps;
    std::optional<profiling_cost> profiling; ///< of sweep `profiling`
    std::optional<churn_cost> churn;         ///< of sweep `churn`
    std::optional<pairs_report> pairs;       ///< of sweep `pairs`
    std::optional<weights_cost> weights;     ///< of sweep `weights`
};

/// The names that `run_sweeps` knows, `all` the last.
std::span<const std::string_view> sweep_names();

/// Measures the points of one sweep, or of all, with what a sweep does not change as in `options`.
/// `churn` replaces `options.characters` per frame in a crowd of ten times as many; `weights` takes only
/// the threads.
/// Errors as `run_bench`; points too large for the machine are left out and listed instead.
/// @pre the name is one of `sweep_names`
result<bench_sweeps> run_sweeps(std::string_view name, const bench_options& options,
                                const progress& tell = {});

} // namespace jounce::bench
