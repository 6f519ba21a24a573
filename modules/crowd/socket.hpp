#pragma once

#include <jounce/components/host/placement.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <string_view>

namespace jounce {

// Bones of the last frame in world space, for things attached to them.

/// Where a character stands: its `placement`, or if the host has removed that, the origin at its natural
/// size. At the origin with scale 1 if the handle is stale.
placement placement_of(const entt::registry& registry, entt::entity character);

/// The frame of a bone in the world, springs included: placement times bone, in double. It converts
/// positions in the bone's frame, in units of the rig, to metres of the world: a bone of a model in
/// centimetres has a scale of 0.01. It does not include shear of rigs with non-uniform scale.
/// Before the character's first frame its bones are at rest. For a bone that the character's kind
/// does not keep (`keep_bones`, `palette_only`), or that the rig does not have, it asserts and
/// returns the placement of the character. Asserts if the handle is stale.
placement world_bone(const entt::registry& registry, entt::entity character, std::int32_t bone);

/// A place on a bone, for a sword, a light or a name tag. Holds no pointers: copy it, or make it a
/// component of the attached entity.
struct socket {
    entt::entity character{};
    std::int32_t bone = 0;
    placement offset = {}; ///< along the bone's axes, m
};

/// A socket by the name of its bone.
///
/// Error names: `stale_character`, `unknown_bone` (with the nearest name), `not_kept` (by its kind).
result<socket> make_socket(const entt::registry& registry, entt::entity character,
                           std::string_view bone, const placement& offset = {});

/// Where a socket is in the world after the last frame. Its lengths are metres and its scale is 1 for a
/// character of natural size, whatever the units of its rig and the scales of its bones at rest; a giant
/// holds a giant's sword.
/// @pre as `world_bone`
placement world_of(const entt::registry& registry, const socket& at);

} // namespace jounce
