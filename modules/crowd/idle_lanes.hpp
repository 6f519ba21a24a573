#pragma once

#include <jounce/modules/crowd/crowd_index.hpp>

#include <entt/entt.hpp>

namespace jounce {

/// Puts a lane of all components of a block at rest. Cost  touches all of the block's memory.
void rest_all(entt::registry& registry, entt::entity block, int lane);

/// Idle lanes are computed too: those whose characters were removed since the last frame are put at
/// rest, so that stale state stops evolving. This is not done at removal, because often another
/// character takes the lane before the next frame.
void rest_idle_lanes(entt::registry& registry, crowd_index& index);

} // namespace jounce
