#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/strand_set.hpp>

#include <entt/entt.hpp>

#include <memory>

namespace jounce {

/// Which chains of the block's kind can lie side by side. All blocks of a kind share it.
struct block_strands {
    std::shared_ptr<const strand_plans> plans;
};

/// Whether a kind has several chains, so that some of them may be equal in shape. The answer depends on
/// nothing that `retune` may change.
bool has_several_chains(const character_kind& kind);

/// The plans of a kind: those that a block of it has already, or new ones. Between frames only.
block_strands strands_of(entt::registry& registry, const character_kind& kind);

} // namespace jounce
