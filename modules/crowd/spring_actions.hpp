#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace jounce {

// Actions of the host on characters, between frames. If the handle is stale or a frame is being
// computed, they assert and do nothing.

/// The character's next move does not act on springs: they are carried along unchanged. It has no
/// effect with the reference solver, which does not use placements.
void teleport(entt::registry& registry, entt::entity character);

/// Springs start again at the animated pose, at rest: with the next frame.
void reset_springs(entt::registry& registry, entt::entity character);

/// Pushes the tail of a spring bone: its velocity changes by `newton_seconds / mass`, at most to
/// `max_speed` relative to the moving bone (stable solver). The character's own scale divides it, so
/// that the push is the same in the world. A bone that feels its flesh is pushed with it, whatever
/// the solver: see `push_reactive_bone`.
/// @return false if the bone is neither, or is a spring of the VRM solver, whose springs have no
/// mass, or if the push is not finite
bool add_impulse(entt::registry& registry, entt::entity character, std::int32_t bone,
                 const vec3<float>& newton_seconds);

/// Simulates one character alone for a while, standing still in its present pose, under gravity,
/// the mean wind, its own colliders and the world's, so that it begins settled. No host forces. Its
/// next move does not act on springs, as after `teleport`; other characters are not changed.
/// Allocates.
/// @param seconds  at most 60; more counts as 60
/// @return false under the reference and VRM solvers, and if `seconds` is not above 0
bool warm_up(entt::registry& registry, entt::entity character, float seconds);

/// Energy of a character's springs about the animated pose, J, as the stable solver counts it:
/// the sum of 1/2 m L^2 (rate^2 + w^2 y^2). `y` is the deflection and `rate` the tail's velocity
/// relative to the moving bone, both in bone lengths; w is that of bending across the bone and of
/// stretching along it. Not zero at rest where springs sag. 0 under the reference and VRM solvers.
double spring_energy(const entt::registry& registry, entt::entity character);

/// Gives every character of a kind another one that differs in tuning only: live edits. State is kept
/// to the bit. The kinds must have the same bones and parents, the same spring bones (so the same
/// chains), colliders on the same bones, and the same solver, binding size and collision of chains. Flesh may
/// change in how it runs (tier, ticks per second, modes, steps and damping) and in its material, as long as it has as
/// many handles on the same bones; whether a kind has flesh may not.
/// @return how many characters have the new kind now
///
/// Error names: `other_rig`, `other_springs`, `other_colliders`, `other_tissue`, `other_binding`, `other_memory`, `no_kind`,
/// `busy`.
result<std::size_t> retune(entt::registry& registry,
                           const std::shared_ptr<const character_kind>& old_kind,
                           const std::shared_ptr<const character_kind>& new_kind);

} // namespace jounce
