#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/systems/built_with.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace jounce {

/// Makes a character of a kind, in its rest pose, and returns its entity: its handle until
/// `despawn`. It has a `placement`, at first at the origin and at its natural size
/// (`rig::metres_per_unit`): move it by `registry.get<placement>(who)`, emplacing another is a
/// mistake. The host may add components of its own.
/// @pre no frame is being computed (asserts; returns entt::null)
entt::entity spawn(entt::registry& registry, std::shared_ptr<const character_kind> kind);

/// The same at a given placement, whose scale is used unchanged.
entt::entity spawn(entt::registry& registry, std::shared_ptr<const character_kind> kind,
                   const placement& at);

/// Removes a character and its entity. False (and nothing happens) if the handle is stale.
/// @pre no frame is being computed (asserts; returns false)
bool despawn(entt::registry& registry, entt::entity character);

/// Gives a character a level of detail: 0, 1, 2 are full, half and a quarter of the tick rate, 3 is
/// frozen (the animated pose). Its springs keep their state, and what is shown does not jump
/// between the rates; one that was frozen starts again at the animated pose. Freezing shows the
/// animated pose at once; `update_detail` fades to it first. Moves the character into a block of
/// that level; its handle stays, poses and spans taken before do not. Follow many calls by one
/// `compact`. False if the handle is stale or the solver of the kind has no levels, as the reference
/// solver.
/// @pre no frame is being computed (asserts; returns false)
bool set_level(entt::registry& registry, entt::entity character, std::int32_t level);

/// Moves characters together so that every kind has at most one block with free lanes per level of
/// detail; returns how many were moved. Handles stay valid, poses and spans taken before do not.
/// @pre no frame is being computed (asserts; returns 0)
std::size_t compact(entt::registry& registry);

} // namespace jounce
