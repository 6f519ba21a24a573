#pragma once

#include <jounce/modules/editing/edit_session.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <cstddef>

namespace jounce::editing {

/// Gives running characters what an edit has changed (`retune`): they go on from where they are. Those of
/// kinds that were derived from it (`palette_only`) are the host's to retune. Between frames.
/// @return how many characters have the new kind now
///
/// Error names: those of `retune`; after `edit_effect::spawn_again` nothing else is to be expected.
result<std::size_t> update_crowd(entt::registry& registry, const applied_edit& edit);

} // namespace jounce::editing
