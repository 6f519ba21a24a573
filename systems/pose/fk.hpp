#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/spring_set.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/simd/kernel.hpp>

namespace jounce {

/// Forward kinematics of eight characters: local pose to model space, and the tails that springs
/// follow.
/// Reads  rig, spring_set, local_pose.  Writes  rigid_pose.  Cost  O(bones).
/// @pre the poses were made for this rig and spring set (`make_block_data`).
JOUNCE_KERNEL(fk,
              (const basic_rig<Real>& rig, const basic_spring_set<Real>& springs,
               const basic_local_pose<Real>& local, basic_rigid_pose<Real>& rigid),
              (rig, springs, local, rigid))

} // namespace jounce
