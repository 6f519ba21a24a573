#pragma once

#include <jounce/modules/crowd/crowd_index.hpp>

#include <entt/entt.hpp>

namespace jounce {

/// Puts a block at the end of a list. @pre it is in none
void append(entt::registry& registry, open_list& to, entt::entity block);

/// @pre the block is in this list
void remove(entt::registry& registry, open_list& from, entt::entity block);

/// Puts all of a list at the end of another; the first is empty then.
void append_all(entt::registry& registry, open_list& to, open_list& from);

} // namespace jounce
