#pragma once

#include <jounce/modules/profiling/frame_counters.hpp>
#include <jounce/modules/profiling/system_stats.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce {

/// One run of a system: on a batch of blocks, or of a system of the host.
struct trace_event {
    std::uint64_t start_ns = 0;
    std::uint64_t end_ns = 0;
    std::uint64_t frame = 0;
    std::uint32_t first_block = 0;
    std::uint32_t blocks = 0; ///< 0: not of blocks
    system_id system{};
};

/// A whole frame, from `pipeline::run` to its return.
struct trace_frame {
    std::uint64_t start_ns = 0;
    std::uint64_t end_ns = 0;
    std::uint64_t frame = 0;
    frame_counters counters;
};

/// How much a trace keeps.
struct trace_options {
    std::size_t threads = 16; ///< that may record; events of others count as dropped
    std::size_t events_per_thread = std::size_t{1} << 14; ///< 40 bytes each
    std::size_t frames = 4096;                            ///< 104 bytes each
};

/// Keeps the latest events of every thread, in memory that `start` takes and nothing else does. A
/// thread writes to a ring of its own: no lock, no waiting, whatever the number of workers.
///
/// `add` and `name_worker` may be called from any thread; all else only while no thread does.
class trace_log {
public:
    /// Limits of `start`, so that a typing error does not take all memory.
    static constexpr std::size_t max_threads = 512;
    static constexpr std::size_t max_events = std::size_t{1} << 22; ///< of all threads together

    trace_log() = default;
    trace_log(const trace_log&) = delete;
    trace_log& operator=(const trace_log&) = delete;

    /// Discards earlier events and starts recording. Allocates. Sizes beyond the limits are reduced
    /// to them.
    void start(const trace_options& options = {});
    /// Records nothing more; what was recorded can be read until the next start.
    void stop() noexcept { on_.store(false, std::memory_order_relaxed); }
    /// Whether it records.
    bool is_on() const noexcept { return on_.load(std::memory_order_relaxed); }

    /// Keeps an event of the calling thread; drops its oldest if there is no room.
    void add(const trace_event& event) noexcept;
    /// Marks the calling thread as a worker of an executor; other threads are the host's.
    void name_worker(std::int32_t worker) noexcept;
    /// Keeps a frame; drops the oldest if there is no room. One thread at a time.
    void add_frame(const trace_frame& frame) noexcept;

    /// What one thread recorded, in the order in which it ended: the latest, the oldest first.
    class events {
    public:
        /// Events that are kept.
        std::size_t size() const { return count_; }
        /// The oldest first.
        const trace_event& operator[](std::size_t i) const {
            return ring_[(first_ + i) % ring_.size()];
        }

    private:
        friend class trace_log;
        std::span<const trace_event> ring_;
        std::size_t first_ = 0;
        std::size_t count_ = 0;
    };

    /// Threads that recorded anything.
    std::size_t thread_count() const noexcept;
    /// Of one of these threads. A view: good until recording goes on.
    events events_of(std::size_t thread) const;
    std::int32_t worker_of(std::size_t thread) const; ///< -1: a thread of the host's
    /// Frames that are kept.
    std::size_t frame_count() const;
    const trace_frame& frame_at(std::size_t index) const; ///< the oldest first
    std::uint64_t start_ns() const { return start_ns_; }  ///< when recording began

    /// Events that were overwritten by later ones or came from more threads than there was room for.
    std::uint64_t dropped_events() const noexcept;
    /// Frames that were overwritten by later ones.
    std::uint64_t dropped_frames() const noexcept;

private:
    /// On cache lines of its own: its thread writes all the time.
    struct alignas(64) thread_ring {
        std::vector<trace_event> ring;
        std::uint64_t written = 0;
        std::int32_t worker = -1;
    };
    thread_ring* ring_of_this_thread() noexcept;

    std::vector<thread_ring> threads_;
    std::vector<trace_frame> frames_;
    std::uint64_t frames_written_ = 0;
    std::uint64_t start_ns_ = 0;
    std::uint64_t serial_ = 0; ///< of the recording, unique in the program
    std::atomic<std::size_t> claimed_{0};
    std::atomic<std::uint64_t> homeless_{0}; ///< events of threads that found no ring
    std::atomic<bool> on_{false};
};

} // namespace jounce
