#pragma once

#include <jounce/components/archetype.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <memory>

namespace jounce {

/// Makes a character of a kind, in its rest pose, and returns its entity: the handle by which it is
/// known until `despawn`. The host may add components of its own to it.
/// @pre no frame is being computed (asserts; returns entt::null)
entt::entity spawn(entt::registry& registry, std::shared_ptr<const archetype> kind);

/// Removes a character and its entity. False (and nothing happens) if the handle is stale.
/// @pre no frame is being computed (asserts; returns false)
bool despawn(entt::registry& registry, entt::entity character);

/// Moves characters together so that every kind has at most one block with free lanes; returns how
/// many were moved. Handles stay valid, poses and spans taken before do not.
/// @pre no frame is being computed (asserts; returns 0)
std::size_t compact(entt::registry& registry);

} // namespace jounce
