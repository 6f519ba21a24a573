#pragma once

#include <jounce/components/block_data.hpp>
#include <jounce/components/character.hpp>

#include <entt/entt.hpp>

namespace jounce {

/// Calls `work` with every component of a block that has lanes, palette apart.
template <class Work>
void each_lane_component(entt::registry& registry, entt::entity block, Work&& work) {
    work(registry.get<local_pose>(block));
    work(registry.get<springs>(block));
    work(registry.get<dynamic_pose>(block));
    work(registry.get<pose_history>(block));
    work(registry.get<conditions>(block));
    work(registry.get<block_colliders>(block));
    work(registry.get<swing>(block));
    work(registry.get<vrm_state>(block));
    work(registry.get<vrm_walk>(block));
    work(registry.get<bone_transforms>(block));
}

} // namespace jounce
