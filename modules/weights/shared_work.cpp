#include <jounce/modules/weights/shared_work.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>

namespace jounce::weights {
namespace {

constexpr std::size_t rows_of_piece = 128;

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
            tasks.emplace([&shared] { shared.take_pieces(false); }).name("jounce.weights");
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

void merge_bones(std::vector<bone_weight>& row) {
    std::erase_if(row,
                  [](const bone_weight& w) { return !(w.weight > 0) || std::isinf(w.weight); });
    std::stable_sort(row.begin(), row.end(),
                     [](const bone_weight& a, const bone_weight& b) { return a.bone < b.bone; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (kept > 0 && row[kept - 1].bone == row[i].bone) {
            row[kept - 1].weight += row[i].weight;
        } else {
            row[kept++] = row[i];
        }
    }
    row.resize(kept);
}

std::optional<weight_table>
make_rows(const work_options& work, const work_step& step, std::size_t count,
          const std::function<void(std::size_t, std::vector<bone_weight>&)>& make_row) {
    struct part {
        std::vector<bone_weight> entries;
        std::vector<std::size_t> ends; ///< [vertex of the piece]
    };
    std::vector<part> parts(count / rows_of_piece + 1);
    const bool is_done =
        share_work(work, step, count, rows_of_piece, [&](std::size_t begin, std::size_t end) {
            part mine;
            std::vector<bone_weight> row;
            for (std::size_t vertex = begin; vertex < end; ++vertex) {
                row.clear();
                make_row(vertex, row);
                merge_bones(row);
                mine.entries.insert(mine.entries.end(), row.begin(), row.end());
                mine.ends.push_back(mine.entries.size());
            }
            parts[begin / rows_of_piece] = std::move(mine);
        });
    if (!is_done) {
        return std::nullopt;
    }
    weight_table out;
    std::size_t entries = 0;
    for (const part& p : parts) {
        entries += p.entries.size();
    }
    out.entries.reserve(entries);
    out.first.reserve(count + 1);
    for (const part& p : parts) {
        const std::size_t before = out.entries.size();
        for (const std::size_t end : p.ends) {
            out.first.push_back(before + end);
        }
        out.entries.insert(out.entries.end(), p.entries.begin(), p.entries.end());
    }
    return out;
}

} // namespace jounce::weights
