#pragma once

#include <jounce/components/block/poses.hpp>
#include <jounce/systems/simd/kernel.hpp>
#include <jounce/systems/stable/stable_view.hpp>

namespace jounce {

/// Final bone transforms of a block under the stable solver: the animated pose of the frame, bent
/// by the deflection of the springs between their last two ticks, and kept out of the colliders at
/// their present positions.
/// Reads  local_pose, rigid_pose, stable_state, frame_environment, block_colliders.  Writes  bone_transforms,
/// and uses what ticks have left in block_colliders as scratch.
/// Cost  O(bones).
/// @param progress  between the last two ticks, 0..1: `tick_range::shown`
JOUNCE_KERNEL(stable_pose,
              (const stable_pose_view<Real>& block, Real progress,
               basic_bone_transforms<Real>& out),
              (block, progress, out))

} // namespace jounce
