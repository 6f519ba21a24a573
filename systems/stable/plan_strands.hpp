#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/assets/strand_set.hpp>

namespace jounce {

/// Finds chains of equal shape: as many bones and springs in the same order under each other, and
/// springs that take the same way through the kernel. Their lengths, tuning and limits may differ.
/// Springs with a hook, a limit that is not round, a pin or a shift stay out of it, and so do rigs
/// that shear and kinds whose chains collide.
/// @return no plans where no two chains are equal
template <class Real>
basic_strand_plans<Real> plan_strands(const basic_rig<Real>& rig,
                                      const basic_stable_set<Real>& set);

} // namespace jounce
