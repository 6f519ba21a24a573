#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/systems/built_with.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace jounce {

/// How far each handle of a character's flesh moves its skin in the last frame: along the axes of the rest pose, in
/// units of the rig, weights applied. For `displace_skin`.
/// @return how many handles were written: all, or none if the handle is stale, the kind has no flesh or there is not
/// enough room
std::size_t displacements_of(const entt::registry& registry, entt::entity character,
                             std::span<vec3<float>> to);

/// Pushes a bone that feels its flesh, and the flesh on it: together they gain this momentum.
/// @param impulse  newton seconds along the model's axes, over the scale of the character
/// @return false if the bone does not feel flesh, or does not yet, in the first frame of a character
bool push_reactive_bone(entt::registry& registry, const character& at, std::int32_t bone,
                        const vec3<float>& impulse);

} // namespace jounce
