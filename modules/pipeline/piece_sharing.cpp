#include <jounce/modules/pipeline/piece_sharing.hpp>

#include <jounce/components/assert.hpp>
#include <jounce/modules/profiling/clock.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>

namespace jounce {

piece_sharing::piece_sharing(void* self, void (*run)(void* self, std::size_t thread,
                                                     std::size_t piece) noexcept)
    : self_(self), run_(run) {}
piece_sharing::~piece_sharing() = default;

void piece_sharing::fit(std::size_t workers) {
    if (workers == workers_) {
        return;
    }
    workers_ = workers;
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
    pieces_ = pieces;
    next_.store(0, std::memory_order_relaxed);
    threads_.store(0, std::memory_order_relaxed);
    work_ns_.store(0, std::memory_order_relaxed);
    if (executor.this_worker_id() >= 0) {
        executor.corun(graph_of(threads));
    } else {
        tf::Future<void> others = executor.run(graph_of(threads - 1));
        take_pieces();
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
    std::size_t piece = next_.fetch_add(1, std::memory_order_relaxed);
    if (piece >= pieces_) {
        return; // came too late
    }
    const std::size_t thread = threads_.fetch_add(1, std::memory_order_relaxed);
    const std::uint64_t start = now_ns();
    while (piece < pieces_) {
        run_(self_, thread, piece);
        piece = next_.fetch_add(1, std::memory_order_relaxed);
    }
    work_ns_.fetch_add(now_ns() - start, std::memory_order_relaxed);
}

} // namespace jounce
