#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/vrm_set.hpp>
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
    basic_frame_environment<Real>& conditions;
    basic_vrm_state<Real>& state;
    basic_vrm_walk<Real>& walk;
};

} // namespace jounce
