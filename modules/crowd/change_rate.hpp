#pragma once

#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/components/world/clocks.hpp>

#include <cstdint>

namespace jounce {

/// Whether the last tick of one level of detail was one of another level too. Then a character can
/// change between them without any tick becoming longer or shorter than its level says.
bool ticks_coincide(const basic_stable_set<float>& set, const frame_clock& clock, std::int32_t a,
                    std::int32_t b);

/// Whether they will within a few frames like the last one. Frames as long as a tick never come to it
/// if the first of them missed.
bool ticks_coincide_soon(const basic_stable_set<float>& set, const frame_clock& clock,
                         std::int32_t a, std::int32_t b);

/// Lets the springs of one lane go on at another tick rate. What is shown at this moment stays as it
/// is, and a frame that moves steadily goes on moving steadily.
void change_rate(const basic_stable_set<float>& set, const frame_clock& clock, std::int32_t from,
                 std::int32_t to, stable_state& state, int lane) noexcept;

} // namespace jounce
