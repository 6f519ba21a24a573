#pragma once

#include <jounce/modules/dev/bench/bench_run.hpp>

namespace jounce::bench {

/// The cost of measuring: frames with it and without it, in turns. Medians.
struct profiling_cost {
    bench_options options;
    double off_ms = 0; ///< per frame
    double on_ms = 0;
    double share = 0;        ///< of a frame, that it adds, between neighbours
    double traced_share = 0; ///< the same with a trace
};

/// Errors as `run_bench`.
result<profiling_cost> measure_profiling(const bench_options& options);

} // namespace jounce::bench
