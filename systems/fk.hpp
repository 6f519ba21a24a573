#pragma once

#include <jounce/components/poses.hpp>
#include <jounce/components/rig.hpp>
#include <jounce/components/spring_set.hpp>

namespace jounce {

/// Forward kinematics of eight characters: local pose to model space, and the tails that springs
/// want to follow.
/// Reads  rig, spring_set, local_pose.  Writes  rigid_pose.  Cost  O(bones).
/// @pre the poses were made for this rig and spring set (`make_block_data`).
template <class Real>
void fk(const basic_rig<Real>& rig, const basic_spring_set<Real>& springs,
        const basic_local_pose<Real>& local, basic_rigid_pose<Real>& rigid) noexcept;

} // namespace jounce
