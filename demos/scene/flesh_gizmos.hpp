#pragma once

#include "common/line_drawer.hpp"
#include "troupe.hpp"

#include <entt/entt.hpp>

namespace demo {

/// Draws the flesh of the first few on stage: edges of the volume that was baked, if the bake has kept them; handles and
/// how far each is displaced; the points that elasticity is computed at, in colours of their strain; probes of the skin
/// that touch something of the world.
void add_flesh_gizmos(line_drawer& to, const entt::registry& registry, const troupe& players);

} // namespace demo
