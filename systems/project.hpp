#pragma once

#include <jounce/components/poses.hpp>
#include <jounce/components/spring_set.hpp>
#include <jounce/components/springs.hpp>

namespace jounce {

/// Applies the kinematic constraint: bones keep their length where they are told to, and children
/// stay attached to the tail of their spring bone.
/// Reads  spring_set, rigid_pose.  Writes  springs (positions), dynamic_pose.
/// Cost  O(springs + affected bones).
template <class Real>
void project(const basic_spring_set<Real>& set, const basic_rigid_pose<Real>& rigid,
             basic_springs<Real>& springs, basic_dynamic_pose<Real>& dynamic) noexcept;

} // namespace jounce
