#pragma once

#include <jounce/components/assets/strand_set.hpp>
#include <jounce/systems/pose/tick_place.hpp>
#include <jounce/systems/simd/kernel.hpp>
#include <jounce/systems/stable/stable_view.hpp>

namespace jounce {

/// A block whose lanes are chains: what `run_strands` gathers.
template <class Real> using strand_view = stable_view<Real, basic_strand_set<Real>>;

/// `tick` of eight chains of equal shape, of one character or several, instead of eight characters.
/// Each chain gets the bits that `tick` would give it.
/// Reads  local_pose, rigid_pose, pose_history, frame_environment, colliders.  Writes  stable_state,
/// carried_motion.
/// Cost  O(springs of a chain (1 + colliders)).
/// @pre the rig is not affine, and no force of the host's acts
JOUNCE_KERNEL(tick_strands, (const strand_view<Real>& strands, const tick_place<Real>& at),
              (strands, at))

/// The part of `finish_frame` that concerns the bones of these chains: how fast they are at the end of
/// a frame.
/// Reads  local_pose, frame_environment, carried_motion.  Writes  pose_history.
JOUNCE_KERNEL(finish_strands, (const strand_view<Real>& strands, Real seconds), (strands, seconds))

} // namespace jounce
