#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace jounce {

/// A system of the host's that visits blocks when all others are done with them, a few at a time and
/// while they are still in cache: a renderer gathers palettes this way. It measures its own time.
struct block_follower {
    void* self = nullptr; ///< given to both
    /// Before any block is computed, when it is decided which character is in which block: nothing may come or go from here
    /// on. On the thread that called `run`.
    void (*begin)(void* self) = nullptr;
    /// Blocks `first` to `last` of `crowd_index::blocks` are done. On any worker, several at a time.
    void (*visit)(void* self, std::size_t first, std::size_t last) noexcept = nullptr;
};

/// The followers of a pipeline, in the order in which they came.
struct follower_list {
    /// One of them, by the number that its handle knows.
    struct entry {
        std::uint64_t id = 0;
        block_follower follower;
    };
    std::vector<entry> all;
    std::uint64_t next_id = 1;
    bool is_computing = false; ///< a frame of the pipeline
};

/// Keeps a follower with a pipeline: it leaves when this ends. May outlive the pipeline. Between frames.
class follower_handle {
public:
    follower_handle() = default;
    /// Called by `pipeline::follow`.
    follower_handle(const std::shared_ptr<follower_list>& list, const block_follower& follower);
    ~follower_handle() { leave(); }
    /// The other one keeps nothing.
    follower_handle(follower_handle&& other) noexcept;
    /// Lets its own follower go first.
    follower_handle& operator=(follower_handle&& other) noexcept;

    /// Lets the follower go now.
    void leave() noexcept;

private:
    std::weak_ptr<follower_list> list_;
    std::uint64_t id_ = 0; ///< 0: none
};

} // namespace jounce
