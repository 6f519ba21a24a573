#pragma once

#include <jounce/systems/simd/kernel.hpp>
#include <jounce/systems/vrm/vrm_view.hpp>

namespace jounce {

/// The final pose of a frame: the animated one, in which the heads of springs have the rotation
/// between those of the last two ticks and everything below follows. The animated rotation of a
/// head is used only as far as the character's weight is below 1: the specification replaces it.
/// Reads  local_pose, rigid_pose, frame_environment, vrm_state.  Writes  bone_transforms.
/// Cost  O(bones) copy + O(bones that springs move).
/// @param progress  between the last two ticks, 0..1: `tick_range::shown`
JOUNCE_KERNEL(vrm_pose,
              (const vrm_pose_view<Real>& block, Real progress, basic_bone_transforms<Real>& out),
              (block, progress, out))

} // namespace jounce
