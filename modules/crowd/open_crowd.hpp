#pragma once

#include <jounce/modules/crowd/crowd_index.hpp>

#include <entt/entt.hpp>

namespace jounce {

/// The bookkeeping of a registry's characters, ready for changes. The first call connects listeners
/// to the registry's storages, which report what EnTT's own calls destroy: `destroy`, `clear`,
/// `remove` and similar (docs/adr/0030). Later calls destroy the entities of blocks that have
/// ended, and repair what was broken while a frame ran. During a frame it does none of this.
crowd_index& open_crowd(entt::registry& registry);

/// Which registry the characters are in now: registries can be moved and swapped, and take storages,
/// listeners and context along.
/// @return null if it has ended, or its context
entt::registry* find_registry(crowd_link& link);

} // namespace jounce
