#pragma once

#include <jounce/modules/bench/bench_run.hpp>

namespace jounce::bench {

/// What measuring itself costs: frames with it, without it, and with a trace, in turns. Best slices.
struct profiling_cost {
    bench_options options;
    double off_ms = 0; ///< per frame
    double on_ms = 0;
    double traced_ms = 0;
};

/// Errors as `run_bench`.
result<profiling_cost> measure_profiling(const bench_options& options);

} // namespace jounce::bench
