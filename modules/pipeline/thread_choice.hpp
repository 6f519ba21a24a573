#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace jounce {

/// Most threads that so many blocks can be shared by: all of them, or a power of two.
std::size_t most_threads(std::size_t blocks, std::size_t threads) noexcept;

/// Decides how many threads compute a frame, from the cost of the frames before it. Waking a thread
/// costs more than a small crowd, so few characters stay on the calling thread.
///
/// The expected work is the median cost of a block in the last frames, times the present number of
/// blocks: so a frame that lost its core to another program has no effect, but a crowd that was
/// just spawned does. Twice the work gets twice the threads. They are given up when the work is
/// half of what required them, so that the number does not alternate.
class thread_choice {
public:
    /// Work that is worth a thread, ns: two share from twice this on, and less than this is not
    /// shared (docs/adr/0025-threads-by-cost.md has the measurements).
    static constexpr std::uint64_t worth_a_thread = 100000;

    /// @param most  threads there are, > 0
    /// @return 1 (the calling thread alone), 2, 4, 8, ... or all there are; never more than blocks
    std::size_t choose(std::size_t blocks, std::size_t most) noexcept;

    /// Adds the time of a frame, summed over its threads.
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

/// Number of pieces of a frame for several threads that take one after the other: small enough that
/// all end at about the same time, even if one loses its core for a while, and large enough that
/// taking a piece costs little.
std::size_t piece_count(std::uint64_t expected_ns, std::size_t blocks, std::size_t threads,
                        std::size_t blocks_per_batch) noexcept;

/// Where a piece begins, and the one before it ends. Where there are enough, pieces are whole batches.
std::size_t piece_begin(std::size_t piece, std::size_t pieces, std::size_t blocks,
                        std::size_t blocks_per_batch) noexcept;

} // namespace jounce
