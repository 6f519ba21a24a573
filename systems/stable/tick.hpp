#pragma once

#include <jounce/systems/pose/tick_place.hpp>
#include <jounce/systems/simd/kernel.hpp>
#include <jounce/systems/stable/stable_view.hpp>

namespace jounce {

/// Advances every spring of a block by one tick of the stable solver: an exact oscillator about the
/// pose that the bone would have under its dynamic parent, then bounds and colliders, parents
/// first.
/// Reads  local_pose, rigid_pose, pose_history, frame_environment, colliders.  Writes  stable_state,
/// carried_motion.
/// Cost  O(springs (1 + colliders)).
JOUNCE_KERNEL(tick, (const stable_view<Real>& block, const tick_place<Real>& at), (block, at))

/// Ends a frame after its ticks: keeps the pose and its speed for the next frame's interpolation, and
/// the motion that came after the last tick.
/// @param share_done  of the frame, at the end of its last tick; 0 if there was none
/// @param seconds  of the frame
JOUNCE_KERNEL(finish_frame,
              (const stable_view<Real>& block, Real share_done, bool had_ticks, Real seconds),
              (block, share_done, had_ticks, seconds))

} // namespace jounce
