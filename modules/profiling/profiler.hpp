#pragma once

#include <jounce/modules/profiling/clock.hpp>
#include <jounce/modules/profiling/system_stats.hpp>
#include <jounce/modules/profiling/trace_log.hpp>
#include <jounce/systems/built_with.hpp>

#include <atomic>
#include <cstdint>
#include <string_view>

namespace jounce {

namespace built_with {
template <bool On> void profiling(); ///< JOUNCE_PROFILING
namespace {
JOUNCE_KEEP void (*const profiling_seen_here)() = &profiling<profiling_is_built>;
} // namespace
} // namespace built_with

/// All measurements: the table of costs and, while it is recorded, a trace. A pipeline has one
/// (`pipeline::profile`); systems of the host can be added:
///
///     const system_id upload = *pipeline.profile().register_system("palette_upload", "joints");
///     ...
///     const system_scope timed(pipeline.profile(), upload, joints);  // in any task, on any worker
class profiler {
public:
    /// Has a row for each of these systems. `window` is in frames; `measure`: see `set_measuring`.
    profiler(std::span<const system_stats::description> systems, std::size_t window, bool measure)
        : stats_(systems, window) {
        set_measuring(measure);
    }

    /// See `system_stats::register_system`.
    result<system_id> register_system(std::string_view name, std::string_view element = "") {
        return stats_.register_system(name, element);
    }

    /// @{
    /// The table of costs.
    system_stats& stats() { return stats_; }
    const system_stats& stats() const { return stats_; }
    /// @}
    /// @{ The recorded work of every thread over time.
    trace_log& trace() { return trace_; }
    const trace_log& trace() const { return trace_; }
    /// @}

    /// Off, the clock is not read. Between frames.
    void set_measuring(bool measure) noexcept;
    /// Whether the clock is read.
    bool is_measuring() const noexcept {
        return profiling_is_built && measuring_.load(std::memory_order_relaxed);
    }
    /// Whether a trace is being recorded.
    bool is_tracing() const noexcept { return is_measuring() && trace_.is_on(); }

    /// A system's work from start to end (`now_ns`), on the calling thread.
    void add(system_id system, std::uint64_t start_ns, std::uint64_t end_ns,
             std::uint64_t elements) noexcept;

    /// @{
    /// Called by the pipeline around each frame; times are those of `now_ns`.
    void begin_frame(std::uint64_t number) noexcept;
    void end_frame(std::uint64_t start_ns, std::uint64_t end_ns,
                   const frame_counters& counters) noexcept;
    void hold_frame() noexcept { stats_.hold_frame(); }
    /// @}

private:
    system_stats stats_;
    trace_log trace_;
    std::atomic<std::uint64_t> frame_{0};
    std::atomic<bool> measuring_{false};
};

/// Times a system from here to the end of the scope. Neither locks nor allocates.
class system_scope {
public:
    /// Begins to measure; does nothing if `to` is not measuring. `elements` is what the system works on.
    system_scope(profiler& to, system_id system, std::uint64_t elements = 0) noexcept
        : to_(to.is_measuring() ? &to : nullptr), system_(system), elements_(elements),
          start_ns_(to_ != nullptr ? now_ns() : 0) {}
    ~system_scope() {
        if (to_ != nullptr) {
            to_->add(system_, start_ns_, now_ns(), elements_);
        }
    }
    system_scope(const system_scope&) = delete;
    system_scope& operator=(const system_scope&) = delete;

    /// Counts more elements, where their number is known only after the work.
    void add_elements(std::uint64_t count) noexcept { elements_ += count; }

private:
    profiler* to_;
    system_id system_;
    std::uint64_t elements_;
    std::uint64_t start_ns_;
};

} // namespace jounce
