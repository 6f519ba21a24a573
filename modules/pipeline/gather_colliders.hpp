#pragma once

#include <jounce/systems/world_colliders.hpp>

#include <entt/entt.hpp>

namespace jounce {

/// Lists where every `world_collider` of a registry is now. One whose numbers are not finite, or whose
/// character is gone, is left out.
void gather_world_colliders(entt::registry& registry, world_collider_list& to);

} // namespace jounce
