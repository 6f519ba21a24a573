#pragma once

#include "common/line_drawer.hpp"
#include "settings.hpp"
#include "troupe.hpp"

#include <entt/entt.hpp>

namespace demo {

/// Draws bones, springs, colliders and limits of everybody on stage, up to a number that can still be
/// told apart.
void add_gizmos(line_drawer& to, const entt::registry& registry, const troupe& players,
                const shown_gizmos& which);

} // namespace demo
