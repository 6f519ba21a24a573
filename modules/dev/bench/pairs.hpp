#pragma once

#include <jounce/modules/dev/bench/bench_run.hpp>
#include <jounce/modules/dev/bench/turns.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::bench {

/// Where a frame on workers is launched.
enum class frame_launch : std::uint8_t {
    here,    ///< no workers: on the calling thread
    outside, ///< by a thread that is not one of the executor's
    inside,  ///< by a task on one of its workers
};
std::string_view launch_name(frame_launch from);

/// The same frames in two ways that took turns, so that a machine that slows down for a while slows
/// both.
struct pair_cost {
    std::string name; ///< what it is compared with: kernels, bare_threads, serial
    std::int64_t characters = 0;
    std::int64_t threads = 0; ///< workers of the pipeline; 0: none
    frame_launch launch = frame_launch::here;
    side_cost pipeline;
    side_cost other;
    double limit = 0; ///< for `ratio`

    double ratio() const { return pipeline.best_ms / other.best_ms; } ///< that is judged
    double median_ratio() const { return pipeline.median_ms / other.median_ms; }
    bool passes() const { return ratio() <= limit; }
};

/// What one system takes in the pipeline's table beyond its kernel alone, clocks read alike.
struct overhead_cost {
    std::string system;
    std::int64_t characters = 0;
    side_cost pipeline;
    side_cost kernel;
    double limit = 0; ///< for `share`

    double share() const { return pipeline.best_ms / kernel.best_ms - 1; } ///< of the kernel
    bool passes() const { return share() <= limit; }
};

struct pairs_report {
    bench_options options;
    std::vector<pair_cost> pairs;
    std::vector<overhead_cost> overheads;
    std::vector<std::string> left_out; ///< crowds that this machine has no memory for, and why
};

/// What is compared.
struct pairs_plan {
    std::vector<std::int64_t> crowds = {1000, 10000};           ///< with kernels and bare threads
    std::vector<std::int64_t> small = {1, 2, 4, 8, 16, 32, 64}; ///< workers with none
    std::int64_t most_threads = 8;                              ///< or as many as the machine has
    double slice_ms = 30;                                       ///< at least, of each side
};

/// The pipeline beside what it is made of: kernels alone on one thread (limit 1.3), on bare threads
/// (1.10), itself without workers in small crowds (1.03, for what the clock is worth), and every
/// system beside its kernel (0.05 more). `options` give bones, springs, solver and colliders.
/// Errors as `run_bench`.
result<pairs_report> measure_pairs(const bench_options& options, const pairs_plan& plan = {},
                                   const progress& tell = {});

} // namespace jounce::bench
