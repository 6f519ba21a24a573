#pragma once

#include <jounce/modules/dev/bench/bench_run.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::bench {

/// The cost of flesh: frames with it minus the same frames without.
struct tissue_cost {
    struct way {
        std::string name; ///< tier
        std::int64_t characters = 0;
        std::int32_t handles = 0;
        std::int64_t points = 0;
        std::int32_t modes = 0; ///< of the linear tier
        double best_ms = 0; ///< of flesh, per frame of two ticks; CPU time of the calling thread
        double median_ms = 0;
        double tick_us = 0;                    ///< best, per character and tick
        std::uint64_t bytes_per_character = 0; ///< of its state
    };
    std::vector<way> ways;
    std::uint64_t state_hash = 0; ///< after the frames of the first way
};

/// Moves `options.characters` characters of 40 handles at 60 frames and 120 ticks per second on the calling thread, by
/// the linear and the nonlinear tier, one of 82 handles by Newton's method, and one of 40 with 8 bones that feel it. Of
/// the options only characters and frames count. Errors: `bad_size`.
result<tissue_cost> measure_tissue(const bench_options& options, const progress& tell = {});

/// A table for people, or one JSON object.
std::string tissue_table(const tissue_cost& of);
std::string tissue_json(const tissue_cost& of);

} // namespace jounce::bench
