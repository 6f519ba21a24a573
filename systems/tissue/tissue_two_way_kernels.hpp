#pragma once

#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/simd/kernel.hpp>
#include <jounce/systems/tissue/tissue_view.hpp>

namespace jounce {

/// Hangs joints on reactive bones for a tick: in lanes of tier two_way `tissue_joint_past::tick` and `tick_before` are
/// where flesh is, not where the animation has it, until `tissue_two_way` puts the animation back. So contacts are found
/// as for other tiers.
/// Reads  tissue_state.  Writes  tissue_state (joints), scratch.  Cost  O(joints).
/// @pre `tissue_drive` has run for this tick; the set has reactive bones
JOUNCE_KERNEL(tissue_hang, (const tissue_view<Real>& block), (block))

/// A tick of tier two_way: one step of Newton's method for bones and flesh together, character by character. In lanes of
/// other tiers reactive bones go back to the animation.
/// Reads  scratch, frame_environment (gravity).  Writes  tissue_state.  Cost  O((handles + bones)^3) for each character.
/// @param still  above 0 in lanes that keep their displacement
/// @pre `tissue_hang` has run for this tick
JOUNCE_KERNEL(tissue_two_way,
              (const tissue_view<Real>& block, const tissue_tick<Real>& at,
               const lane_vec3<Real>& gravity, const lane<Real>& still),
              (block, at, gravity, still))

} // namespace jounce
