#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace jounce {

/// A system of the host that visits blocks after all other systems, a few at a time and while they
/// are still in cache. A renderer gathers palettes this way. It measures its own time.
struct block_follower {
    void* self = nullptr; ///< given to both
    /// Called before any block is computed, when characters have their final blocks: nothing may be
    /// spawned or despawned from here on. On the thread that called `run`.
    void (*begin)(void* self) = nullptr;
    /// Blocks `first` to `last` of `crowd_index::blocks` are done. On any worker, several at a time.
    void (*visit)(void* self, std::size_t first, std::size_t last) noexcept = nullptr;
};

/// The followers of a pipeline, in the order in which they were added.
struct follower_list {
    /// One of them, by the number in its handle.
    struct entry {
        std::uint64_t id = 0;
        block_follower follower;
    };
    std::vector<entry> all;
    std::uint64_t next_id = 1;
    bool is_computing = false; ///< a frame of the pipeline
};

/// Handle of a follower: destroying it removes the follower from the pipeline. May outlive the
/// pipeline. Between frames.
class follower_handle {
public:
    follower_handle() = default;
    /// Called by `pipeline::follow`.
    follower_handle(const std::shared_ptr<follower_list>& list, const block_follower& follower);
    ~follower_handle() { leave(); }
    /// The other one is empty afterwards.
    follower_handle(follower_handle&& other) noexcept;
    /// Removes its own follower first.
    follower_handle& operator=(follower_handle&& other) noexcept;

    /// Removes the follower now.
    void leave() noexcept;

private:
    std::weak_ptr<follower_list> list_;
    std::uint64_t id_ = 0; ///< 0: none
};

} // namespace jounce
