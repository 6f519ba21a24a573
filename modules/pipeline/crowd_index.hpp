#pragma once

#include <jounce/components/archetype.hpp>
#include <jounce/components/entity.hpp>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace jounce {

/// Bookkeeping of spawned characters, one per registry, in its context.
struct crowd_index {
    std::vector<entt::entity> blocks; ///< in the order systems visit them
    /// Blocks with a free lane, by kind. A kind is alive as long as one of its blocks is.
    std::unordered_map<const archetype*, std::vector<entt::entity>> open;
    std::uint64_t epoch = 0; ///< counts the changes that move characters between lanes
    bool running = false;    ///< a frame is being computed: nothing may come or go
};

} // namespace jounce
