#pragma once

#include <entt/entt.hpp>

#include <cstddef>
#include <cstdint>

namespace jounce {

/// A number that two runs share exactly when their characters are in the same state, bit for bit:
/// springs of any solver, the pose that they started from, dynamic pose, bone transforms and
/// positions of clips, of all characters in the order of their handles. Block and lane of a
/// character do not matter.
std::uint64_t state_hash(const entt::registry& registry);

/// The same for one character; 0 if the handle is stale.
std::uint64_t character_hash(const entt::registry& registry, entt::entity character);

/// Memory of blocks and their components per living character, bytes.
std::size_t bytes_per_character(const entt::registry& registry);

} // namespace jounce
