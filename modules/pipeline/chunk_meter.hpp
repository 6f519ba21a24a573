#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/pipeline/stage_list.hpp>
#include <jounce/modules/profiling/frame_counters.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace jounce {

/// Times and counts of one chunk of a frame's blocks so far. Written by one task at a time, on its
/// own cache lines, and added up when the frame is over, so that blocks need not be visited again
/// to count them.
struct alignas(64) chunk_meter {
    std::array<std::uint64_t, stage_list::most> ns{};       ///< [system]
    std::array<std::uint64_t, stage_list::most> elements{}; ///< [system]
    frame_counters counts;
    std::uint64_t at_work = 0; ///< of schedule by_system: bit per system with work in the chunk

    /// Counts a block that is about to be computed. Consecutive blocks of one kind and level of
    /// detail are counted together.
    /// @return bit per system that has work with it
    std::uint64_t look_at(const block& home, const stage_list& stages, const frame_clock& clock,
                          const time_control& control);

    /// Adds the counts of the characters seen so far, and forgets their kind, which may not exist
    /// in the next frame.
    void settle(const stage_list& stages, const frame_clock& clock, const time_control& control);

private:
    const character_kind* kind_ = nullptr;
    const solver* solver_ = nullptr;
    std::int32_t level_ = 0;
    std::uint64_t systems_ = 0;
    std::uint64_t characters_ = 0; ///< not yet included above
};

/// Adds the sums of all meters to a table of costs.
/// @return their counts
frame_counters add_up(std::span<const chunk_meter> chunks, const stage_list& stages,
                      system_stats& to) noexcept;

} // namespace jounce
