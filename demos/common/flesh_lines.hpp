#pragma once

#include "line_drawer.hpp"

#include <jounce/modules/tissue/baked_tissue.hpp>

#include <entt/entt.hpp>

namespace demo {

/// Draws the flesh of a character: edges of the volume that was baked, if the bake has kept them; handles and how far
/// each is displaced; the points that elasticity is computed at, in colours of their strain; probes of the skin that
/// touch something of the world. @pre its kind has flesh, of this bake
void add_flesh_lines(line_drawer& to, const entt::registry& registry, entt::entity who,
                     const jounce::tissue::baked_tissue& baked);

} // namespace demo
