#pragma once

#include <jounce/components/world/tick_log.hpp>

#include <entt/entt.hpp>

#include <span>

namespace jounce {

/// Makes room in every block for the hashes of a frame's ticks, if `tick_log::enabled`. Between
/// frames: a block that has none when its frame runs is not logged. Allocates only for blocks that
/// are new and when `time_control::max_ticks` grew; ticks beyond 4096 in a frame are not logged.
void fit_tick_log(entt::registry& registry);

/// One hash for each tick of the last frame: the springs of all characters that made this tick, by
/// handle, so that neither blocks nor workers count. In order of the ticks' ends, shorter ticks
/// first. Characters of another level of detail (or of a kind with another rate) have ticks of
/// another length, which stand in the list on their own; frozen characters and those of the reference
/// solver have none. Empty if nothing was logged.
///
/// Call it after the frame and before characters are despawned or compacted. The span is good until
/// the next call.
/// @pre every block was logged (asserts; returns nothing): see `fit_tick_log`
std::span<const tick_hash> tick_hashes(entt::registry& registry);

} // namespace jounce
