#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/base/entity.hpp>
#include <jounce/components/host/placement.hpp>

#include <cstdint>
#include <vector>

namespace jounce {

/// The world's colliders where they are in this frame. In the registry's context, written by the
/// pipeline before its systems run.
struct world_collider_list {
    /// One collider at its place in the world.
    struct entry {
        collider body;
        placement at;
        entt::entity source{};  ///< that has the `world_collider`
        placement before = {};  ///< in the last frame; `at` if it was not there
        entt::entity carrier{}; ///< character whose bone it is attached to, if `is_carried`
        bool is_carried = false;
    };
    std::vector<entry> all;
    std::uint64_t version = 0; ///< changes whenever the collider at any index changes
};

} // namespace jounce
