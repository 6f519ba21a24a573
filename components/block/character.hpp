#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/base/entity.hpp>
#include <jounce/components/base/lanes.hpp>

#include <array>
#include <cstdint>
#include <memory>

namespace jounce {

struct solver; // systems/solver.hpp

/// A character is an entity with this component, which holds its block and lane. They change when
/// blocks are compacted; the entity stays the same.
struct character {
    entt::entity block; ///< the entity that has `block`
    std::int32_t lane = 0;
};

/// A block is an entity that holds eight characters of one kind in its lanes.
struct block {
    std::shared_ptr<const character_kind> kind;
    const jounce::solver* solver =
        nullptr; ///< the kind's solver, which adds its own components to the block
    std::array<entt::entity, lane_count> characters{}; ///< meaningful where `active` has the bit
    std::uint32_t active = 0;                          ///< bit per lane
    std::int32_t level = 0; ///< of detail, the same for all its characters; see `detail_levels`

    /// Whether a character lives in this lane. Idle lanes are computed too and never read.
    bool is_active(int lane) const { return ((active >> lane) & 1U) != 0; }
};

} // namespace jounce
