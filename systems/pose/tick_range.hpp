#pragma once

#include <jounce/components/world/clocks.hpp>

#include <cstdint>

namespace jounce {

/// The ticks of one level of detail that end in a frame, numbered from the start of time. They
/// depend on the time alone, so that characters of the same level tick together whenever they were
/// spawned.
struct tick_range {
    std::int64_t first = 0; ///< to be computed
    std::int64_t last = -1; ///< first > last: none
    bool skipped = false;   ///< there were more than allowed
    double seconds = 0;     ///< of one
    double progress = 0;    ///< of the tick after the last, at the end of the frame, 0..1
    /// What the frame shows between the last two ticks: 0 the one before, 1 the last. In general
    /// this is `progress`, so one tick late; it is 1 where ticks end with frames.
    double shown = 0;
    std::int64_t landing =
        0; ///< ticks that the frame is divided into; 0: they are counted from the start of time

    /// Share of the frame that has passed at the end of a tick.
    double share(std::int64_t tick, const frame_clock& clock) const;
};

/// @param max_ticks  of full rate, per frame
tick_range ticks_of(double tick_seconds, int level, const frame_clock& clock,
                    std::int32_t max_ticks);

/// Whether the last tick of one level of detail was one of another level too. Then a character can
/// change between them without any tick becoming longer or shorter than its level says.
bool ticks_coincide(double tick_seconds, const frame_clock& clock, std::int32_t a, std::int32_t b);

/// Whether this will be so within a few frames like the last one. Frames as long as a tick never
/// reach it if the first of them missed.
bool ticks_coincide_soon(double tick_seconds, const frame_clock& clock, std::int32_t a,
                         std::int32_t b);

} // namespace jounce
