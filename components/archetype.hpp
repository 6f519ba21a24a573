#pragma once

#include <jounce/components/node_constraints.hpp>
#include <jounce/components/palette.hpp>
#include <jounce/components/rig.hpp>
#include <jounce/components/spring_set.hpp>

namespace jounce {

/// All that characters of one kind share: bones, springs, binding and constraints.
template <class Real> struct basic_archetype {
    basic_rig<Real> rig;
    basic_spring_set<Real> springs;
    basic_bind<Real> bind;
    basic_constraint_set<Real> constraints = {};
};

using archetype = basic_archetype<float>;

} // namespace jounce
