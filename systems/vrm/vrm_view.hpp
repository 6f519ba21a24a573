#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/vrm_set.hpp>
#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/components/block/vrm_state.hpp>

namespace jounce {

/// The components of a block that the kernels of the VRM solver work on.
template <class Real> struct vrm_view {
    const basic_rig<Real>& rig;
    const basic_vrm_set<Real>& set;
    const basic_local_pose<Real>& local;
    const basic_rigid_pose<Real>& rigid;
    const basic_frame_environment<Real>& environment;
    basic_carried_motion<Real>& carried;
    basic_vrm_state<Real>& state;
    basic_vrm_walk<Real>& walk;
};

/// What `vrm_pose` needs of them.
template <class Real> struct vrm_pose_view {
    const basic_rig<Real>& rig;
    const basic_vrm_set<Real>& set;
    const basic_local_pose<Real>& local;
    const basic_rigid_pose<Real>& rigid;
    const basic_frame_environment<Real>& environment;
    const basic_vrm_state<Real>& state;
};

/// The part of a view that `vrm_pose` takes.
template <class Real> vrm_pose_view<Real> pose_view_of(const vrm_view<Real>& block) {
    return {block.rig, block.set, block.local, block.rigid, block.environment, block.state};
}

} // namespace jounce
