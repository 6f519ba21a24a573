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

/// What one chunk of a frame's blocks has come to so far. Written by one task at a time, on cache lines
/// of its own, and added up when the frame is over: blocks are not walked again to count them.
struct alignas(64) chunk_meter {
    std::array<std::uint64_t, stage_list::most> ns{};       ///< [system]
    std::array<std::uint64_t, stage_list::most> elements{}; ///< [system]
    frame_counters counts;
    std::uint64_t at_work = 0; ///< of schedule by_system: bit per system with work in the chunk

    /// Counts a block that is about to be computed. Those of one kind and level of detail that follow
    /// each other are counted together.
    /// @return bit per system that has work with it
    std::uint64_t look_at(const block& home, const stage_list& stages, const frame_clock& clock,
                          const time_control& control);

    /// Adds what follows from the characters that were looked at, and forgets their kind: it may be
    /// gone by the next frame.
    void settle(const stage_list& stages, const frame_clock& clock, const time_control& control);

private:
    const character_kind* kind_ = nullptr;
    const solver* solver_ = nullptr;
    std::int32_t level_ = 0;
    std::uint64_t systems_ = 0;
    std::uint64_t characters_ = 0; ///< not yet in what is above
};

/// Adds what all of them have come to to a table of costs.
/// @return what they counted
frame_counters add_up(std::span<const chunk_meter> chunks, const stage_list& stages,
                      system_stats& to) noexcept;

} // namespace jounce
