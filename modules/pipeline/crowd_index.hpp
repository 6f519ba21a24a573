#pragma once

#include <jounce/components/archetype.hpp>
#include <jounce/components/entity.hpp>
#include <jounce/components/stable_set.hpp>
#include <jounce/systems/built_with.hpp>

#include <entt/entt.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace jounce {

/// Level of detail of characters whose springs do not move: they show the animated pose.
inline constexpr std::int32_t frozen_level = detail_levels;

/// Where a block stands in the bookkeeping. A component of its entity, so that no list is searched
/// when it goes.
struct block_place {
    std::size_t visited = 0; ///< index into `crowd_index::blocks`
    entt::entity before{entt::null};
    entt::entity after{entt::null}; ///< neighbours in its `open_list`
    std::uint32_t left = 0; ///< lanes whose characters went since the last frame, a bit each
};

/// Blocks with a free lane, those that have had one for longest first. Linked by `block_place`.
struct open_list {
    entt::entity first{entt::null};
    entt::entity last{entt::null};
};

/// The blocks of a kind.
struct kind_blocks {
    std::size_t count = 0;
    std::array<open_list, frozen_level + 1> open; ///< by level of detail
};

/// Bookkeeping of spawned characters, one per registry, in its context.
struct crowd_index {
    std::vector<entt::entity> blocks; ///< in the order systems visit them
    /// Kinds that have blocks, and are alive as long.
    std::unordered_map<const archetype*, kind_blocks> kinds;
    std::uint64_t epoch = 0;     ///< counts the changes that move characters between lanes
    bool running = false;        ///< a frame is being computed: nothing may come or go
    bool has_left_lanes = false; ///< some block has, see `block_place`
};

/// Marks the time in which nothing may be spawned or despawned.
class running_mark {
public:
    explicit running_mark(crowd_index& index) : index_(index) { index_.running = true; }
    ~running_mark() { index_.running = false; }
    running_mark(const running_mark&) = delete;
    running_mark& operator=(const running_mark&) = delete;

private:
    crowd_index& index_;
};

} // namespace jounce
