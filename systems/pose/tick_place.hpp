#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace jounce {

/// Where a tick stands in its frame.
template <class Real> struct tick_place {
    std::int32_t level = 0; ///< of detail: a tick of level l lasts 2^l ticks of full rate
    Real share = 1;         ///< of the frame that has passed at its end
    Real share_before = 0;  ///< at the end of the tick before it; 0 for the frame's first
    Real seconds = 0;       ///< of the frame
    bool first = true;      ///< of this frame
    bool skipped = false;   ///< time was skipped before it: springs are carried along
    bool has_force = false; ///< `walk::force` holds something
    bool has_wind = false;
    std::span<const std::byte> ahead = {}; ///< memory to fetch into cache meanwhile
};

} // namespace jounce
