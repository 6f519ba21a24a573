#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace jounce {

/// Most threads that so many blocks can be shared by: all of them, or a power of two.
std::size_t most_threads(std::size_t blocks, std::size_t threads) noexcept;

/// Decides on how many threads a frame is computed, from what the frames before it took. Waking a
/// thread costs more than a small crowd does, so that few characters stay with the calling thread.
///
/// What is expected is what a block took in the middle one of the last frames, times the blocks there
/// are now: a frame that lost its core to another program does not count, a crowd that has just been
/// spawned does. There are twice the threads for twice the work, and they are given up when the work is
/// half of what called for them, so that no crowd goes back and forth.
class thread_choice {
public:
    /// Work that is worth a thread, ns: two share from twice this on, and less than this is not
    /// shared (docs/adr/0025-threads-by-cost.md has the measurements).
    static constexpr std::uint64_t worth_a_thread = 100000;

    /// @param most  threads there are, > 0
    /// @return 1 (the calling thread alone), 2, 4, 8, ... or all there are; never more than blocks
    std::size_t choose(std::size_t blocks, std::size_t most) noexcept;

    /// What a frame took, summed over its threads.
    void note(std::uint64_t ns, std::size_t blocks) noexcept;

    /// What a frame of so many blocks is expected to take, ns, summed over its threads.
    std::uint64_t expected_ns(std::size_t blocks) const noexcept;

private:
    static constexpr std::size_t looked_back_on = 8;
    /// Of a block before any was measured: 64 bones with 16 springs on an ordinary CPU.
    static constexpr std::uint64_t first_guess = 10000;

    std::array<std::uint64_t, looked_back_on> block_ns_{}; ///< ring
    std::uint64_t noted_ = 0;                              ///< frames
    std::size_t threads_ = 1;                              ///< of the last choice
};

/// Into how many pieces a frame is cut for some threads that take one after the other: small enough for
/// all to end at about the same time, though one of them may have lost its core for a while, and large
/// enough for taking a piece not to be felt.
std::size_t piece_count(std::uint64_t expected_ns, std::size_t blocks, std::size_t threads,
                        std::size_t blocks_per_batch) noexcept;

/// Where a piece begins, and the one before it ends. Where there are enough, pieces are whole batches.
std::size_t piece_begin(std::size_t piece, std::size_t pieces, std::size_t blocks,
                        std::size_t blocks_per_batch) noexcept;

} // namespace jounce
