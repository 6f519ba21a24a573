#pragma once

#include <jounce/components/poses.hpp>
#include <jounce/components/rig.hpp>
#include <jounce/components/spring_set.hpp>
#include <jounce/components/swing.hpp>

namespace jounce {

/// The components of a block that the kernels of the stable solver work on.
template <class Real> struct stable_view {
    const basic_rig<Real>& rig;
    const basic_stable_set<Real>& set;
    const basic_local_pose<Real>& local;
    const basic_rigid_pose<Real>& rigid;
    basic_pose_history<Real>& history;
    basic_conditions<Real>& conditions;
    basic_block_colliders<Real>& colliders;
    basic_swing<Real>& swing;
    basic_walk<Real>& walk;
};

} // namespace jounce
