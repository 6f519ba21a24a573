#pragma once

#include <jounce/components/archetype.hpp>
#include <jounce/components/entity.hpp>
#include <jounce/components/stable_set.hpp>

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace jounce {

/// Level of detail of characters whose springs do not move: they show the animated pose.
inline constexpr std::int32_t frozen_level = detail_levels;

/// Blocks with a free lane, by level of detail.
using open_blocks = std::array<std::vector<entt::entity>, frozen_level + 1>;

/// Bookkeeping of spawned characters, one per registry, in its context.
struct crowd_index {
    std::vector<entt::entity> blocks; ///< in the order systems visit them
    /// By kind. A kind is alive as long as one of its blocks is.
    std::unordered_map<const archetype*, open_blocks> open;
    std::uint64_t epoch = 0; ///< counts the changes that move characters between lanes
    bool running = false;    ///< a frame is being computed: nothing may come or go
};

} // namespace jounce
