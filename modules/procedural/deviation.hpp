#pragma once

#include <entt/entt.hpp>

namespace jounce::procedural {

/// How far the springs of a character hold its tails away from where the animation alone would have
/// them, in the last frame: the largest distance, metres. 0 without springs.
/// @pre the handle is not stale
float spring_deviation(const entt::registry& registry, entt::entity character);

} // namespace jounce::procedural
