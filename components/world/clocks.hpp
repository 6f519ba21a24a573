#pragma once

#include <cstdint>

namespace jounce {

/// Time of the frame that is being computed. Written by the pipeline before its systems run.
struct frame_clock {
    float dt = 0;            ///< seconds, after `time_control::scale`
    std::uint64_t frame = 0; ///< frames computed so far
    double time = 0;         ///< seconds simulated until the end of this frame
    bool lands = false;      ///< `time_control::lands`
};

/// How time passes for every character. Written by the host.
struct time_control {
    float scale = 1;             ///< 0.5: half speed; 0 holds as pause does
    bool paused = false;         ///< every frame is held: nothing moves
    std::int32_t max_ticks = 16; ///< per frame; further time is skipped, springs are carried along
    /// For offline work with frames of equal length: each frame is a whole number of ticks and
    /// shows the last of them, which ends with it, so that springs are not a tick late. Kinds need
    /// ticks that divide the frame (`set_tick_seconds`); others run faster or slower to fit.
    bool lands = false;
};

} // namespace jounce
