#pragma once

#include <jounce/components/block/character.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>

#include <entt/entt.hpp>

#include <cstdint>

namespace jounce {

inline constexpr std::uint32_t all_lanes = (1U << lane_count) - 1U;

/// Whether an entity is a block of the lists, with all its parts.
bool is_listed(const entt::registry& registry, const crowd_index& index, entt::entity block);

/// The blocks with a free lane among which a block is, or was before it was full.
open_list& open_list_of(crowd_index& index, const block& home);

/// The next frame puts the lane at rest, unless it is taken before.
void leave(entt::registry& registry, crowd_index& index, entt::entity block, int lane);

/// Frees a lane; a block without characters ends.
void vacate(entt::registry& registry, crowd_index& index, const character& at);

/// Removes a block from the lists and frees all its memory at once. Entities of characters that are
/// still in it stay, with their other components, but are no longer characters. `destroy_ended`
/// destroys the block's own entity. Safe within a listener of EnTT: no entity is created or
/// destroyed and no storage is made.
/// @param kept  storage from which EnTT is removing the block already, or null: left to EnTT
/// @pre it is listed
void end_block(entt::registry& registry, crowd_index& index, entt::entity block,
               const void* kept = nullptr);

/// Frees the remains of a block that is in no list.
void take_apart(entt::registry& registry, crowd_index& index, entt::entity block);

/// Destroys the entities of blocks that have ended. Not within a listener.
void destroy_ended(entt::registry& registry, crowd_index& index);

} // namespace jounce
