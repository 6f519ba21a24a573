#pragma once

#include <jounce/components/assets/spring_set.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/reference_state.hpp>
#include <jounce/systems/simd/kernel.hpp>

namespace jounce {

/// Applies the kinematic constraint: bones with `fixed_length` keep their length, and children stay
/// attached to the tail of their spring bone.
/// Reads  spring_set, rigid_pose.  Writes  springs (positions), dynamic_pose.
/// Cost  O(springs + affected bones).
JOUNCE_KERNEL(project,
              (const basic_spring_set<Real>& set, const basic_rigid_pose<Real>& rigid,
               basic_reference_state<Real>& springs, basic_dynamic_pose<Real>& dynamic),
              (set, rigid, springs, dynamic))

} // namespace jounce
