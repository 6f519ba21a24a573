#pragma once

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/stable/separate.hpp>

#include <entt/entt.hpp>

#include <tuple>
#include <type_traits>

namespace jounce {

/// What a block has beside its `block_place`; it ends when it loses any of them. The last one have only
/// kinds whose chains collide.
using block_parts =
    std::tuple<local_pose, reference_state, dynamic_pose, pose_history, frame_environment,
               block_colliders, stable_state, vrm_state, vrm_walk, bone_transforms, palette,
               control_states, block, separation_grid<float>>;

/// Calls `work.operator()<Part>()` for every type of part.
template <class Work> void each_block_part(Work&& work) {
    [&]<class... Part>(std::type_identity<std::tuple<Part...>>) {
        (work.template operator()<Part>(), ...);
    }(std::type_identity<block_parts>{});
}

/// Calls `work` with every component of a block that has lanes, palette apart.
template <class Work>
void each_lane_component(entt::registry& registry, entt::entity block, Work&& work) {
    work(registry.get<local_pose>(block));
    work(registry.get<reference_state>(block));
    work(registry.get<dynamic_pose>(block));
    work(registry.get<pose_history>(block));
    work(registry.get<frame_environment>(block));
    work(registry.get<block_colliders>(block));
    work(registry.get<stable_state>(block));
    work(registry.get<vrm_state>(block));
    work(registry.get<vrm_walk>(block));
    work(registry.get<bone_transforms>(block));
}

} // namespace jounce
