#include <jounce/modules/pipeline/piece_sharing.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/modules/pipeline/relax.hpp>
#include <jounce/modules/profiling/clock.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <chrono>
#include <future>

namespace jounce {

namespace {

std::size_t part_begin(std::size_t part, std::size_t pieces, std::size_t threads) {
    return pieces * part / threads;
}

/// A sleeping thread takes long to wake, so a thread waits awake for others that are nearly done.
void wait_awake(const tf::Future<void>& others) {
    constexpr std::uint64_t longest = 50000; // ns: about a piece
    constexpr int looks = 16;                // between two looks at the clock
    const std::uint64_t start = now_ns();
    do {
        for (int i = 0; i < looks; ++i) {
            if (others.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
                return;
            }
            relax();
        }
    } while (now_ns() - start < longest);
}

} // namespace

std::size_t part_end(std::size_t piece, std::size_t pieces, std::size_t threads) noexcept {
    std::size_t part = piece * threads / pieces;
    while (part_begin(part + 1, pieces, threads) <= piece) {
        ++part;
    }
    return part_begin(part + 1, pieces, threads);
}

piece_sharing::piece_sharing(void* self, void (*run)(void* self, std::size_t thread,
                                                     std::size_t piece) noexcept)
    : self_(self), run_(run) {}
piece_sharing::~piece_sharing() = default;

void piece_sharing::fit(std::size_t workers) {
    if (workers == workers_) {
        return;
    }
    workers_ = workers;
    parts_ = std::make_unique<part[]>(workers);
    graphs_.clear();
    graphs_.resize(workers + 1);
    const auto make = [this](std::size_t tasks) {
        if (tasks == 0 || graphs_[tasks] != nullptr) {
            return;
        }
        graphs_[tasks] = std::make_unique<tf::Taskflow>("jounce");
        for (std::size_t i = 0; i < tasks; ++i) {
            graphs_[tasks]->emplace([this] { take_pieces(); }).name("jounce.blocks");
        }
    };
    for (std::size_t threads = 2; threads < 2 * workers; threads *= 2) {
        const std::size_t all = std::min(threads, workers);
        make(all);     // from a worker: it takes one of the tasks itself
        make(all - 1); // from outside: the caller is one more
    }
}

std::uint64_t piece_sharing::run(tf::Executor& executor, std::size_t threads, std::size_t pieces) {
    part_count_ = threads;
    for (std::size_t i = 0; i < threads; ++i) {
        parts_[i].next.store(part_begin(i, pieces, threads), std::memory_order_relaxed);
        parts_[i].end = part_begin(i + 1, pieces, threads);
    }
    threads_.store(0, std::memory_order_relaxed);
    work_ns_.store(0, std::memory_order_relaxed);
    if (executor.this_worker_id() >= 0) {
        executor.corun(graph_of(threads));
    } else {
        tf::Future<void> others = executor.run(graph_of(threads - 1));
        take_pieces();
        wait_awake(others);
        others.wait();
    }
    return work_ns_.load(std::memory_order_relaxed);
}

tf::Taskflow& piece_sharing::graph_of(std::size_t tasks) {
    JOUNCE_ASSERT(tasks < graphs_.size() && graphs_[tasks] != nullptr,
                  "a number of threads that was not fitted");
    return *graphs_[tasks];
}

void piece_sharing::take_pieces() noexcept {
    const std::size_t thread = threads_.fetch_add(1, std::memory_order_relaxed);
    const std::uint64_t start = now_ns();
    bool took_any = false;
    for (std::size_t i = 0; i < part_count_; ++i) {
        part& from = parts_[(thread + i) % part_count_];
        std::size_t piece = from.next.fetch_add(1, std::memory_order_relaxed);
        while (piece < from.end) {
            run_(self_, thread, piece);
            took_any = true;
            piece = from.next.fetch_add(1, std::memory_order_relaxed);
        }
    }
    if (took_any) { // else it came too late
        work_ns_.fetch_add(now_ns() - start, std::memory_order_relaxed);
    }
}

} // namespace jounce
