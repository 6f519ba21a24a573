#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/spring_set.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/simd/kernel.hpp>

namespace jounce {

/// Turns dynamic heads and tails back into bone transforms (rotate, scale, translate); rigid bones
/// keep their animated transform.
/// A bone that has collapsed to a point keeps its rest direction with scale 0; one that points
/// exactly backwards turns half about an axis perpendicular to it.
/// Reads  rig, spring_set, rigid_pose, dynamic_pose.  Writes  bone_transforms.
/// Cost  O(bones) copy + O(springs).
JOUNCE_KERNEL(reference_pose,
              (const basic_rig<Real>& rig, const basic_spring_set<Real>& set,
               const basic_rigid_pose<Real>& rigid, const basic_dynamic_pose<Real>& dynamic,
               basic_bone_transforms<Real>& out),
              (rig, set, rigid, dynamic, out))

} // namespace jounce
