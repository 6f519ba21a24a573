#pragma once

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/simd/kernel.hpp>
#include <jounce/systems/tissue/tissue_view.hpp>

namespace jounce {

/// Begins a frame: where joints are at its end, and all that is known of earlier frames carried into the present model
/// space. Characters that jump or start have no past: their flesh is carried along rigidly.
/// Also what the flesh can reach until its end, and where colliders of the character itself are.
/// Reads  bone_transforms, frame_environment.  Writes  tissue_state, scratch.  Cost  O(handles + joints).
JOUNCE_KERNEL(tissue_begin,
              (const tissue_view<Real>& block, const basic_bone_transforms<Real>& bones,
               const environment_lanes<Real>& now, const tissue_place<Real>& at),
              (block, bones, now, at))

/// Ends a frame: what is shown between the last two ticks, and where joints were.
/// Reads  tissue_state, scratch.  Writes  displacements, tissue_state.  Cost  O(handles + joints).
/// @param weight  of what is shown, per lane
/// @param shown  0: the tick before the last one; 1: the last
JOUNCE_KERNEL(tissue_end,
              (const tissue_view<Real>& block, const lane<Real>& weight, Real shown,
               basic_displacements<Real>& out),
              (block, weight, shown, out))

} // namespace jounce
