#pragma once

#include <jounce/modules/dev/bench/bench_run.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::bench {

/// Milliseconds of something that is done once per frame.
struct frame_times {
    double mean = 0;
    double p50 = 0;
    double p99 = 0;
    double most = 0;
};

/// The cost of replacing characters.
struct churn_cost {
    struct way {
        std::string name;       ///< none; random; random, compact
        std::int64_t moved = 0; ///< per frame, by compact
        frame_times change;     ///< despawn, spawn, and compact where it is called
        frame_times frame;      ///< the frame that follows
        std::uint64_t blocks = 0;
        std::uint64_t first_bytes = 0; ///< the arena's, when it had settled
        std::uint64_t most_bytes = 0;  ///< and at most, from then on
    };
    bench_options options;
    std::int64_t changed = 0; ///< characters that go in each frame, and that come
    std::vector<way> ways;
};

/// `options.frames` frames of each way. The characters to remove are chosen at random, with the
/// same seed every time.
/// @param changed per frame; not more than there are
/// Errors as `run_bench`.
result<churn_cost> measure_churn(const bench_options& options, std::int64_t changed,
                                 const progress& tell = {});

} // namespace jounce::bench
