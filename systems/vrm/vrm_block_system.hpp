#pragma once

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/vrm_state.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/vrm/vrm_view.hpp>

namespace jounce {

/// Blocks of the VRM solver in a registry, as its kernels see them.
class vrm_block_system
    : public block_system<const local_pose, frame_environment, vrm_state, vrm_walk> {
public:
    using block_system::block_system;

    vrm_view<float> view_of(entt::entity entity, const rigid_pose& rigid) const {
        const character_kind& kind = kind_of(entity);
        return {kind.rig,
                kind.springs.vrm,
                get<const local_pose>(entity),
                rigid,
                get<frame_environment>(entity),
                get<vrm_state>(entity),
                get<vrm_walk>(entity)};
    }
};

} // namespace jounce
