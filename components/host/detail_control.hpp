#pragma once

#include <jounce/components/assets/detail_levels.hpp>

#include <cstdint>

namespace jounce {

/// Importance of a character. Optional component of a character, written by the host.
struct detail_control {
    float importance = 1;    ///< >= 0, larger matters more: its size on the screen, for example
    std::uint8_t finest = 0; ///< never better than this level
    std::uint8_t coarsest = frozen_level; ///< never worse than this one
};

} // namespace jounce
