#include <jounce/modules/work/share_work.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>

namespace jounce::work {
namespace {

/// What the threads of one step have in common.
struct shared_step {
    const work_options& work;
    const work_step& step;
    std::size_t count, grain, pieces;
    const std::function<void(std::size_t, std::size_t)>& piece;
    std::atomic<std::size_t> next = 0, done = 0;
    std::atomic<bool> is_stopped = false;
    std::atomic_flag is_faulty = {};
    std::exception_ptr fault = {}; ///< the first one, thrown again when all threads are back

    bool goes_on(double share) {
        return !work.progress ||
               work.progress(step.name, step.from + share * (step.to - step.from));
    }

    /// Takes pieces until none is left. The calling thread also tells progress.
    void take_pieces(bool is_caller) {
        try {
            while (!is_stopped) {
                const std::size_t mine = next++;
                if (mine >= pieces) {
                    return;
                }
                piece(mine * grain, std::min(count, (mine + 1) * grain));
                const auto finished = static_cast<double>(++done);
                if (is_caller && !goes_on(finished / static_cast<double>(pieces))) {
                    is_stopped = true;
                }
            }
        } catch (...) { // others still use this: nobody may leave before they are back
            is_stopped = true;
            if (!is_faulty.test_and_set()) {
                fault = std::current_exception();
            }
        }
    }
};

} // namespace

bool share_work(const work_options& work, const work_step& step, std::size_t count,
                std::size_t grain, const std::function<void(std::size_t, std::size_t)>& piece) {
    grain = std::max<std::size_t>(grain, 1);
    shared_step shared{.work = work,
                       .step = step,
                       .count = count,
                       .grain = grain,
                       .pieces = count / grain + (count % grain != 0 ? 1 : 0),
                       .piece = piece};
    if (work.workers != nullptr && shared.pieces > 1) {
        tf::Executor& workers = *work.workers;
        const std::size_t helpers = std::min(workers.num_workers(), shared.pieces - 1);
        tf::Taskflow tasks;
        for (std::size_t i = 0; i < helpers; ++i) {
            tasks.emplace([&shared] { shared.take_pieces(false); }).name("jounce.work");
        }
        auto all = workers.run(tasks);
        shared.take_pieces(true);
        if (workers.this_worker_id() >= 0) { // a worker that slept would never let them begin
            workers.corun_until(
                [&] { return all.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
        } else {
            all.wait();
        }
    } else {
        shared.take_pieces(true);
    }
    if (shared.fault) {
        std::rethrow_exception(shared.fault);
    }
    return !shared.is_stopped && shared.goes_on(1);
}

} // namespace jounce::work
