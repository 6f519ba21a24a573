#pragma once

#include <entt/entt.hpp>

namespace jounce::procedural {

/// The largest distance between a tail of a character and its animated position in the last frame,
/// metres. 0 without springs.
/// @pre the handle is not stale
float spring_deviation(const entt::registry& registry, entt::entity character);

} // namespace jounce::procedural
