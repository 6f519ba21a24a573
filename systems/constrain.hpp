#pragma once

#include <jounce/components/node_constraints.hpp>
#include <jounce/components/poses.hpp>
#include <jounce/components/rig.hpp>

namespace jounce {

/// Turns the bones of a local pose that follow others (VRMC_node_constraint: rotation, roll, aim), as
/// far as their weight says from their rest rotation. Springs have not moved their sources yet.
/// Reads  rig, constraint_set, local_pose.  Writes  local_pose.
/// Cost  O(constraints); an aim also walks up to the root from both of its bones.
template <class Real>
void constrain(const basic_rig<Real>& rig, const basic_constraint_set<Real>& set,
               basic_local_pose<Real>& pose) noexcept;

} // namespace jounce
