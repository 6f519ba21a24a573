#pragma once

#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/components/world/clocks.hpp>

#include <cstdint>

namespace jounce {

/// Lets the springs of one lane continue at another tick rate. The pose shown at this moment does
/// not change, and a frame that moves steadily continues to move steadily.
void change_rate(const basic_stable_set<float>& set, const frame_clock& clock, std::int32_t from,
                 std::int32_t to, stable_state& state, int lane) noexcept;

} // namespace jounce
