#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tf {
class Executor;
class Taskflow;
} // namespace tf

namespace jounce {

/// Lets some threads take pieces of a frame, one after the other, until there are none. The calling
/// thread is one of them: it begins at once, while workers are still waking up. Graphs are made when an
/// executor with another number of workers comes, all that may be needed; frames allocate nothing
/// but what Taskflow does when it is called from outside.
class piece_sharing {
public:
    /// @param run  is called with a piece, and the number of the thread that took it: 0 to one less
    ///             than there are threads. No two calls at a time have the same number.
    piece_sharing(void* self,
                  void (*run)(void* self, std::size_t thread, std::size_t piece) noexcept);
    ~piece_sharing();
    piece_sharing(const piece_sharing&) = delete;
    piece_sharing& operator=(const piece_sharing&) = delete;

    /// Makes what frames on an executor with so many workers need.
    void fit(std::size_t workers);

    /// Returns when all pieces are done.
    /// @pre 1 < threads <= workers of the executor, which `fit` was called with; threads are as
    ///      `thread_choice` chooses
    /// @return ns that the threads worked, added up
    std::uint64_t run(tf::Executor& executor, std::size_t threads, std::size_t pieces);

private:
    void take_pieces() noexcept;
    tf::Taskflow& graph_of(std::size_t tasks);

    void* self_;
    void (*run_)(void*, std::size_t, std::size_t) noexcept;
    std::size_t workers_ = 0;
    std::vector<std::unique_ptr<tf::Taskflow>> graphs_; ///< [tasks in it]; null: never needed
    std::size_t pieces_ = 0;
    alignas(64) std::atomic<std::size_t> next_{0};    ///< piece to be taken
    alignas(64) std::atomic<std::size_t> threads_{0}; ///< that came so far
    std::atomic<std::uint64_t> work_ns_{0};
};

} // namespace jounce
