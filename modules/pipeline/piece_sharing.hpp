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

/// The pieces of a frame are divided into parts, one per thread.
/// @return the piece after the last of the part that a piece is in
std::size_t part_end(std::size_t piece, std::size_t pieces, std::size_t threads) noexcept;

/// Lets several threads take pieces of a frame until none are left. Each first takes those of its
/// own part, one after the other, so that it can prefetch the next; then it takes those that others
/// have not started. The calling thread is one of them: it begins at once, while workers are still
/// waking up. All graphs that may be needed are made when an executor with another number of
/// workers is used; frames allocate nothing, except what Taskflow allocates when it is called from
/// outside.
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
    /// Pieces of one thread, on a cache line of their own.
    struct alignas(64) part {
        std::atomic<std::size_t> next{0};
        std::size_t end = 0;
    };

    void take_pieces() noexcept;
    tf::Taskflow& graph_of(std::size_t tasks);

    void* self_;
    void (*run_)(void*, std::size_t, std::size_t) noexcept;
    std::size_t workers_ = 0;
    std::vector<std::unique_ptr<tf::Taskflow>> graphs_; ///< [tasks in it]; null: never needed
    std::unique_ptr<part[]> parts_;                     ///< [thread]
    std::size_t part_count_ = 0;                        ///< of this frame
    alignas(64) std::atomic<std::size_t> threads_{0};   ///< that came so far
    std::atomic<std::uint64_t> work_ns_{0};
};

} // namespace jounce
