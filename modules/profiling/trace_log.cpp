#include <jounce/modules/profiling/trace_log.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/modules/profiling/clock.hpp>

#include <algorithm>

namespace jounce {
namespace {

std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

} // namespace

void trace_log::start(const trace_options& options) {
    const std::size_t threads = std::clamp<std::size_t>(options.threads, 1, max_threads);
    const std::size_t events =
        std::clamp<std::size_t>(options.events_per_thread, 1, max_events / threads);
    const std::size_t frames = std::clamp<std::size_t>(options.frames, 1, max_events);
    threads_ = std::vector<thread_ring>(threads);
    for (thread_ring& one : threads_) {
        one.ring.resize(events);
    }
    frames_.assign(frames, {});
    frames_written_ = 0;
    claimed_ = 0;
    homeless_ = 0;
    serial_ = next_serial();
    start_ns_ = now_ns();
    on_.store(true, std::memory_order_relaxed);
}

trace_log::thread_ring* trace_log::ring_of_this_thread() noexcept {
    struct claim {
        std::uint64_t serial = 0;
        thread_ring* ring = nullptr;
    };
    thread_local claim mine;
    if (mine.serial != serial_) { // also where another trace was written to in between
        const std::size_t place = claimed_.fetch_add(1, std::memory_order_relaxed);
        mine = {serial_, place < threads_.size() ? &threads_[place] : nullptr};
    }
    return mine.ring;
}

void trace_log::add(const trace_event& event) noexcept {
    thread_ring* to = ring_of_this_thread();
    if (to == nullptr) {
        homeless_.fetch_add(1, std::memory_order_relaxed);
        return;
    }
    to->ring[to->written % to->ring.size()] = event;
    ++to->written;
}

void trace_log::name_worker(std::int32_t worker) noexcept {
    if (thread_ring* of = ring_of_this_thread()) {
        of->worker = worker;
    }
}

void trace_log::add_frame(const trace_frame& frame) noexcept {
    if (!frames_.empty()) { // not before the first start
        frames_[frames_written_ % frames_.size()] = frame;
        ++frames_written_;
    }
}

std::size_t trace_log::thread_count() const noexcept {
    return std::min(claimed_.load(std::memory_order_relaxed), threads_.size());
}

trace_log::events trace_log::events_of(std::size_t thread) const {
    JOUNCE_ASSERT(thread < thread_count(), "no such thread in the trace");
    events out;
    if (thread < thread_count()) {
        const thread_ring& from = threads_[thread];
        out.ring_ = from.ring;
        out.count_ =
            static_cast<std::size_t>(std::min<std::uint64_t>(from.written, from.ring.size()));
        out.first_ = static_cast<std::size_t>((from.written - out.count_) % from.ring.size());
    }
    return out;
}

std::int32_t trace_log::worker_of(std::size_t thread) const {
    return thread < thread_count() ? threads_[thread].worker : -1;
}

std::size_t trace_log::frame_count() const {
    return static_cast<std::size_t>(std::min<std::uint64_t>(frames_written_, frames_.size()));
}

const trace_frame& trace_log::frame_at(std::size_t index) const {
    JOUNCE_ASSERT(index < frame_count(), "no such frame in the trace");
    static const trace_frame none;
    return index < frame_count()
               ? frames_[(frames_written_ - frame_count() + index) % frames_.size()]
               : none;
}

std::uint64_t trace_log::dropped_events() const noexcept {
    std::uint64_t dropped = homeless_.load(std::memory_order_relaxed);
    for (std::size_t thread = 0; thread < thread_count(); ++thread) {
        const thread_ring& one = threads_[thread];
        dropped += one.written - std::min<std::uint64_t>(one.written, one.ring.size());
    }
    return dropped;
}

std::uint64_t trace_log::dropped_frames() const noexcept {
    return frames_written_ - std::min<std::uint64_t>(frames_written_, frames_.size());
}

} // namespace jounce
