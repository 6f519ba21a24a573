#pragma once

#include <jounce/components/assets/spring_set.hpp>
#include <jounce/modules/dev/bench/names.hpp>
#include <jounce/modules/files/write_trace.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/result/result.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::bench {

struct bench_options {
    std::int64_t characters = 1000;
    std::int64_t bones = 64;
    std::int64_t springs = 16;
    std::int64_t threads = 1; ///< workers; 0: on the calling thread, without an executor
    std::int64_t frames = 300;
    schedule order = pipeline_options{}.order;
    solver_id solver = stable_solver;
    std::int64_t colliders = 0; ///< per character, stable solver
    bool keep_bones = false;    ///< all, after frames
    std::int64_t sockets = 0;   ///< bones kept by name where not all are
    double budget_ms = 0;       ///< per frame, for levels of detail; 0: all at full detail
    std::string trace_file;     ///< where a trace of the measured frames goes; empty: none
    trace_format traced_as = trace_format::chrome;
    std::int64_t vertices = 2000; ///< about so many in the mesh that is skinned
    bool baseline = true; ///< also measure the ordinary way: fk, and the springs of the reference
};

/// What the ordinary way costs. Times of both sides are of one core, whatever `threads` is.
struct baseline_cost {
    std::string name; ///< fk; springs, which is integrate and project together (reference solver)
    double ns_per_element = 0;
    double ratio = 0; ///< over what jounce takes for the same
};

/// A kernel on its own beside the ordinary way, both on one core and taking turns: the best of each.
struct kernel_cost {
    /// fk; fk_cached, few; fk_palette, both at once; palette; spring_step, reference_pose, spring_tick,
    /// spring_tick_4_colliders, stable_pose (see `race_springs`); skin_linear; skin_dual
    std::string name;
    std::string element; ///< what is counted
    std::uint64_t elements = 0;
    double ns_per_element = 0;
    double baseline_ns_per_element = 0;
    double ratio = 0;
    double over_spring_tick =
        0; ///< cost over that of `spring_tick` in the same turns; 0: no such row
};

struct bench_report {
    bench_options options;
    std::string isa;
    double ms_per_frame = 0;
    std::uint64_t bytes_per_character = 0;
    std::vector<system_cost> systems;
    std::vector<baseline_cost> baseline;
    std::vector<kernel_cost> kernels;
    std::uint64_t state_hash = 0; ///< the same for any threads and order, unless there is a budget
    std::array<std::int64_t, 4> levels{}; ///< characters per level of detail at the end
    frame_counters last_frame;
    system_cost frame;               ///< whole frames
    std::uint64_t trace_dropped = 0; ///< events that the trace had no room for
    double over_budget = 0; ///< the longest of all frames after the first second, over the budget
};

/// Told of every frame, for a progress display.
using progress = std::function<void(std::string_view what, std::int64_t done, std::int64_t of)>;

/// Simulates a crowd of `procedural::bench_character` and measures it. Poses are animated between
/// frames, outside of what is measured; the first frames, which fetch memory for the first time,
/// are computed but not measured.
/// Errors: `bad_size`, `too_much_memory`, `no_profiling`; of the trace, `no_trace` and `cannot_write`.
result<bench_report> run_bench(const bench_options& options, const progress& tell = {});

} // namespace jounce::bench
