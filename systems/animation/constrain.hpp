#pragma once

#include <jounce/components/assets/node_constraints.hpp>
#include <jounce/components/assets/rig.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/simd/kernel.hpp>

namespace jounce {

/// Turns the bones of a local pose that follow others (VRMC_node_constraint: rotation, roll, aim).
/// Their weight interpolates from the rest rotation. Springs have not moved the sources yet.
/// Reads  rig, constraint_set.  Writes  rotations of the pose, in place.
/// Cost  O(constraints); an aim also walks up to the root from both of its bones.
JOUNCE_KERNEL(constrain,
              (const basic_rig<Real>& rig, const basic_constraint_set<Real>& set,
               basic_local_pose<Real>& pose),
              (rig, set, pose))

} // namespace jounce
