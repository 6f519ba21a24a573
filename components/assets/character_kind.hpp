#pragma once

#include <jounce/components/assets/node_constraints.hpp>
#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/assets/spring_set.hpp>

namespace jounce {

/// All that characters of one kind share: bones, springs, binding and constraints.
template <class Real> struct basic_character_kind {
    basic_rig<Real> rig;
    basic_spring_set<Real> springs;
    basic_skin_binding<Real> bind;
    basic_constraint_set<Real> constraints = {};
    /// For crowds of which only palettes are wanted: pipelines do not keep their bones after a frame,
    /// `bone_of` knows none. Saves 32 bytes per bone, and large crowds the time to write them.
    bool palette_only = false;
};

/// Colliders hang on the bones that the frame before has shown, so kinds that have any keep them.
template <class Real> bool keeps_bones(const basic_character_kind<Real>& kind) {
    return !kind.palette_only || !kind.springs.stable.colliders.empty();
}

using character_kind = basic_character_kind<float>;

} // namespace jounce
