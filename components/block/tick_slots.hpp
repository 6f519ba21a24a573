#pragma once

#include <jounce/components/base/lanes.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace jounce {

/// Hashes of one block's lanes after each tick of a frame. Component of a block, made by
/// `fit_tick_log`, written by tick.
struct tick_slots {
    std::uint64_t frame = 0; ///< `frame_clock::frame` while it was written, plus one; 0: never
    double seconds = 0;      ///< of a tick
    std::int64_t first = 0;  ///< number of the first tick
    std::int32_t count = 0;  ///< ticks of this frame that were stored
    std::vector<std::array<std::uint64_t, lane_count>> lanes; ///< [tick]
};

} // namespace jounce
