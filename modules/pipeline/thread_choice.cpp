#include <jounce/modules/pipeline/thread_choice.hpp>

#include <algorithm>
#include <bit>

namespace jounce {

std::size_t most_threads(std::size_t blocks, std::size_t threads) noexcept {
    return std::max<std::size_t>(1, blocks < threads ? std::bit_floor(blocks) : threads);
}

std::uint64_t thread_choice::expected_ns(std::size_t blocks) const noexcept {
    const std::size_t known =
        static_cast<std::size_t>(std::min<std::uint64_t>(noted_, looked_back_on));
    if (known == 0) {
        return first_guess * blocks;
    }
    std::array<std::uint64_t, looked_back_on> sorted = block_ns_;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(known / 2);
    std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(known));
    return *middle * blocks;
}

std::size_t thread_choice::choose(std::size_t blocks, std::size_t most) noexcept {
    const std::uint64_t expected = expected_ns(blocks);
    const std::size_t limit = most_threads(blocks, most);
    threads_ = threads_ < limit ? std::bit_floor(threads_) : limit;
    while (threads_ < limit) {
        const std::size_t next = std::min(std::bit_floor(threads_) * 2, limit);
        if (expected < next * worth_a_thread) {
            break;
        }
        threads_ = next;
    }
    while (threads_ > 1 && expected < threads_ * worth_a_thread / 2) {
        threads_ = std::bit_ceil(threads_) / 2;
    }
    return threads_;
}

void thread_choice::note(std::uint64_t ns, std::size_t blocks) noexcept {
    if (blocks > 0) {
        block_ns_[noted_ % looked_back_on] = ns / blocks;
        ++noted_;
    }
}

std::size_t piece_count(std::uint64_t expected_ns, std::size_t blocks, std::size_t threads,
                        std::size_t blocks_per_batch) noexcept {
    constexpr std::uint64_t piece_ns = 40000;
    constexpr std::size_t fewest_per_thread = 4;
    constexpr std::size_t most_per_thread = 64;
    const std::size_t by_cost = std::clamp(static_cast<std::size_t>(expected_ns / piece_ns),
                                           fewest_per_thread * threads, most_per_thread * threads);
    // Either a batch each, or several.
    const std::size_t batches = (blocks + blocks_per_batch - 1) / blocks_per_batch;
    const bool one_each = fewest_per_thread * threads <= batches && batches < 2 * by_cost;
    return std::max<std::size_t>(1, one_each ? batches : std::min(blocks, by_cost));
}

std::size_t piece_begin(std::size_t piece, std::size_t pieces, std::size_t blocks,
                        std::size_t blocks_per_batch) noexcept {
    const std::size_t batches = (blocks + blocks_per_batch - 1) / blocks_per_batch;
    return batches >= pieces ? std::min(blocks, batches * piece / pieces * blocks_per_batch)
                             : blocks * piece / pieces;
}

} // namespace jounce
