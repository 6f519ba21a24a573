#pragma once

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/stable_scratch.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/stable/stable_view.hpp>

namespace jounce {

/// Blocks of the stable solver in a registry, as its kernels see them.
class stable_block_system
    : public block_system<const local_pose, pose_history, const frame_environment, carried_motion,
                          block_colliders, stable_state, const bone_transforms> {
public:
    using block_system::block_system;

    /// The components of one block, with the animated pose and scratch of the frame that is computed.
    stable_view<float> view_of(entt::entity entity, const local_pose& local,
                               const rigid_pose& rigid, stable_scratch& scratch) const {
        const character_kind& kind = kind_of(entity);
        return {kind.rig,
                kind.springs.stable,
                local,
                rigid,
                get<pose_history>(entity),
                get<const frame_environment>(entity),
                get<carried_motion>(entity),
                get<block_colliders>(entity),
                get<stable_state>(entity),
                scratch,
                get<const bone_transforms>(entity)};
    }
};

} // namespace jounce
