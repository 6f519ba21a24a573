#pragma once

#include <entt/entt.hpp>

#include <cstdint>

namespace jounce {

/// Whether levels of detail are to be decided before the next frame: `detail_budget` asks for it, or
/// did until now and some characters are not back at full detail yet.
bool decides_detail(entt::registry& registry);

/// Chooses the levels of all characters whose solver has levels of detail by `detail_control` and
/// `detail_budget`, and moves them there. Rates change at frames in which ticks of both rates
/// coincide; characters freeze after the effect of their springs has faded out, and wake from the
/// animated pose. Writes `detail_report`. The pipeline calls it before each frame; hosts with a
/// loop of their own do it themselves.
///
/// Without a budget the outcome does not depend on measurements.
/// Cost  O(characters log characters); allocates when characters move.
/// @param last_frame_ms  what the last frame took; 0 if it was not measured
/// @pre no frame is being computed
void update_detail(entt::registry& registry, double last_frame_ms);

/// The same, and reports the time it took since `start`, on the clock of `now_ns`.
/// @return when it was done
std::uint64_t update_detail(entt::registry& registry, double last_frame_ms, std::uint64_t start);

} // namespace jounce
