#pragma once

#include <jounce/systems/pose/tick_place.hpp>
#include <jounce/systems/simd/kernel.hpp>
#include <jounce/systems/vrm/vrm_view.hpp>

namespace jounce {

/// Advances every spring of a block by one tick of VRMC_springBone, step by step as the specification
/// has it (docs/vrm.md): inertia, stiffness, gravity, length, limit, colliders; everything after what
/// it depends on.
/// Reads  local_pose, rigid_pose, frame_environment.  Writes  vrm_state, vrm_walk, carried_motion.
/// Cost  O(springs (1 + colliders of the chain)).
JOUNCE_KERNEL(vrm_tick, (const vrm_view<Real>& block, const tick_place<Real>& at), (block, at))

/// Ends a frame after its ticks: keeps the pose for the next frame's interpolation, and the motion
/// that came after the last tick.
/// @param share_done  of the frame, at the end of its last tick; 0 if there was none
JOUNCE_KERNEL(finish_vrm_frame, (const vrm_view<Real>& block, Real share_done, bool had_ticks),
              (block, share_done, had_ticks))

} // namespace jounce
