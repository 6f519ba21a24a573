#pragma once

#include <cstdint>

namespace jounce {

/// Ticks per second relative to the full rate, by level of detail: all, half, a quarter.
inline constexpr int detail_levels = 3;

/// Level of detail of characters whose springs do not move: they show the animated pose.
inline constexpr std::int32_t frozen_level = detail_levels;

} // namespace jounce
