#pragma once

#include <jounce/components/world/world_collider_list.hpp>
#include <jounce/systems/contact/world_colliders.hpp>

#include <entt/entt.hpp>

namespace jounce {

/// Lists where every `world_collider` of a registry is now. One whose numbers are not finite
/// or beyond 1e9, whose rotation is no unit quaternion, or whose radius or scale is negative is left
/// out and reported (`host_input_report`). One whose character no longer exists is left out without
/// a report.
void gather_world_colliders(entt::registry& registry, world_collider_list& to);

} // namespace jounce
