#include <jounce/modules/profiling/profiler.hpp>

namespace jounce {

namespace built_with {
template <bool> void profiling() {}
template void profiling<profiling_is_built>();
} // namespace built_with

void profiler::set_measuring(bool measure) noexcept {
    measuring_.store(measure, std::memory_order_relaxed);
    if (!measure) {
        stats_.hold_frame();
    }
}

void profiler::add(system_id system, std::uint64_t start_ns, std::uint64_t end_ns,
                   std::uint64_t elements) noexcept {
    stats_.add(system, end_ns - start_ns, elements);
    if (trace_.is_on()) {
        trace_.add({start_ns, end_ns, frame_.load(std::memory_order_relaxed), 0, 0, system});
    }
}

void profiler::begin_frame(std::uint64_t number) noexcept {
    frame_.store(number, std::memory_order_relaxed);
    stats_.begin_frame();
}

void profiler::end_frame(std::uint64_t start_ns, std::uint64_t end_ns,
                         const frame_counters& counters) noexcept {
    stats_.end_frame(end_ns - start_ns, counters);
    if (trace_.is_on()) {
        trace_.add_frame({start_ns, end_ns, frame_.load(std::memory_order_relaxed), counters});
    }
}

} // namespace jounce
