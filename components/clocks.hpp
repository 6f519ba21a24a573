#pragma once

#include <cstdint>

namespace jounce {

/// Time of the frame that is being computed. Written by the pipeline before its systems run.
struct frame_clock {
    float dt = 0;            ///< seconds
    std::uint64_t frame = 0; ///< frames computed so far
};

} // namespace jounce
