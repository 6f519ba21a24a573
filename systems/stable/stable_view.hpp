#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/stable_scratch.hpp>
#include <jounce/components/block/stable_state.hpp>

namespace jounce {

/// The components of a block that the kernels of the stable solver work on.
/// @tparam Set  how it describes its springs: see `strand_view`
template <class Real, class Set = basic_stable_set<Real>> struct stable_view {
    const basic_rig<Real>& rig;
    const Set& set;
    const basic_local_pose<Real>& local;
    const basic_rigid_pose<Real>& rigid;
    basic_pose_history<Real>& history;
    const basic_frame_environment<Real>& environment;
    basic_carried_motion<Real>& carried;
    basic_block_colliders<Real>& colliders;
    basic_stable_state<Real>& state;
    basic_stable_scratch<Real>& scratch;
    const basic_bone_transforms<Real>& shown; ///< by the frame before
};

/// What `stable_pose` needs of them.
template <class Real> struct stable_pose_view {
    const basic_rig<Real>& rig;
    const basic_stable_set<Real>& set;
    const basic_local_pose<Real>& local;
    const basic_rigid_pose<Real>& rigid;
    const basic_frame_environment<Real>& environment;
    const basic_stable_state<Real>& state;
    basic_block_colliders<Real>& colliders; ///< `tick_start` and `motions` become scratch
    basic_stable_scratch<Real>& scratch;
};

/// The part of a view that `stable_pose` takes.
template <class Real> stable_pose_view<Real> pose_view_of(const stable_view<Real>& block) {
    return {block.rig,         block.set,   block.local,     block.rigid,
            block.environment, block.state, block.colliders, block.scratch};
}

} // namespace jounce
