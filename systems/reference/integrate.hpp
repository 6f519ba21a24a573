#pragma once

#include <jounce/components/assets/spring_set.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/reference_state.hpp>
#include <jounce/systems/simd/kernel.hpp>

namespace jounce {

/// Advances every spring by one step of the published method: drive the fixed mass, spring force,
/// semi-implicit Euler, optional stretch constraint.
/// Reads  spring_set, rigid_pose, dynamic_pose (of the step before).  Writes  springs.
/// Cost  O(springs).
/// @pre dt is finite and > 0
JOUNCE_KERNEL(integrate,
              (const basic_spring_set<Real>& set, const basic_rigid_pose<Real>& rigid,
               const basic_dynamic_pose<Real>& before, Real dt,
               basic_reference_state<Real>& springs),
              (set, rigid, before, dt, springs))

} // namespace jounce
