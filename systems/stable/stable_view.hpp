#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/spring_set.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/stable_scratch.hpp>
#include <jounce/components/block/stable_state.hpp>

namespace jounce {

/// The components of a block that the kernels of the stable solver work on.
template <class Real> struct stable_view {
    const basic_rig<Real>& rig;
    const basic_stable_set<Real>& set;
    const basic_local_pose<Real>& local;
    const basic_rigid_pose<Real>& rigid;
    basic_pose_history<Real>& history;
    basic_frame_environment<Real>& conditions;
    basic_block_colliders<Real>& colliders;
    basic_stable_state<Real>& swing;
    basic_stable_scratch<Real>& walk;         ///< scratch
    const basic_bone_transforms<Real>& shown; ///< by the frame before
};

/// Of a block without an ECS.
template <class Real>
stable_view<Real> stable_view_of(const basic_character_kind<Real>& kind,
                                 basic_block_data<Real>& data, const basic_rigid_pose<Real>& rigid,
                                 basic_stable_scratch<Real>& walk) {
    return {kind.rig,        kind.springs.stable, data.local, rigid, data.history,
            data.conditions, data.colliders,      data.swing, walk,  data.transforms};
}
template <class Real>
stable_view<Real> stable_view_of(const basic_character_kind<Real>& kind,
                                 basic_block_data<Real>& data) {
    return stable_view_of(kind, data, data.rigid, data.walk);
}

} // namespace jounce
