#pragma once

#include <jounce/components/assets/reactive_set.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/tissue_state.hpp>
#include <jounce/systems/simd/kernel.hpp>

namespace jounce {

/// Bones as shown: the animated ones, those that feel their flesh where it has carried them, and what hangs on these.
/// Reads  tissue_state.  Writes  bone_transforms.  Cost  O(bones).
/// @param animated  bones without their flesh
/// @pre `out` has as many bones
JOUNCE_KERNEL(react,
              (const basic_reactive_set<Real>& set, const basic_tissue_state<Real>& state,
               const basic_bone_transforms<Real>& animated, basic_bone_transforms<Real>& out),
              (set, state, animated, out))

} // namespace jounce
