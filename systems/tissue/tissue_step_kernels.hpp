#pragma once

#include <jounce/components/base/lanes.hpp>
#include <jounce/systems/simd/kernel.hpp>
#include <jounce/systems/tissue/tissue_view.hpp>

#include <cstdint>

namespace jounce {

/// Moves joints to the end of a tick, and computes what their motion does to every handle: turn, prediction and push.
/// Where colliders may be near it finds what touches the skin at the end of the tick.
/// Reads  tissue_state.  Writes  tissue_state (joints), scratch.  Cost  O(handles + joints), and O(probes) near colliders.
/// @pre `tissue_begin` has run in this frame
JOUNCE_KERNEL(tissue_drive, (const tissue_view<Real>& block, const tissue_tick<Real>& at),
              (block, at))

/// A tick of the linear tier: every mode is an oscillator, solved exactly.
/// Reads  scratch.  Writes  tissue_state of lanes of this tier.  Cost  O(handles modes).
/// @param still  above 0 in lanes that keep their displacement
/// @pre `tissue_drive` has run for this tick; `scratch.tiers` says which lanes are of which tier
JOUNCE_KERNEL(tissue_linear,
              (const tissue_view<Real>& block, const tissue_tick<Real>& at,
               const lane<Real>& still),
              (block, at, still))

/// A tick of the nonlinear tier: forces of stable neo-Hookean flesh, and the stored inverse of the matrix at rest.
/// Beyond a strain of 0.7 forces become linear, because the constant matrix would overshoot.
/// Characters that touch something are held as a force / (stiffness area) lets them sink in.
/// Reads  scratch.  Writes  tissue_state of lanes of this tier.  Cost  O(handles^2 + pulls), and O(touching handles) per
/// round of those that touch.
/// @pre as `tissue_linear`
JOUNCE_KERNEL(tissue_nonlinear,
              (const tissue_view<Real>& block, const tissue_tick<Real>& at,
               const lane<Real>& still),
              (block, at, still))

/// A step of Newton's method in a tick of the tier newton: implicit Euler with the projected Hessian, character by
/// character. `scratch.result` is the displacement so far.
/// Reads  scratch.  Writes  scratch, and after the last step tissue_state of lanes of this tier.  Cost  O(handles^3)
/// for each of them.
/// @pre as `tissue_linear`; `set.newton_steps` is above 0
JOUNCE_KERNEL(tissue_newton,
              (const tissue_view<Real>& block, const tissue_tick<Real>& at,
               const lane<Real>& still),
              (block, at, still))

} // namespace jounce
