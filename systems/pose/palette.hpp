#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/simd/kernel.hpp>

namespace jounce {

/// Bone transforms times inverse binds, split into dual quaternion and scale, in GPU order.
/// Reads  bind, bone_transforms.  Writes  palette.  Cost  O(joints).
JOUNCE_KERNEL(palette_rows,
              (const basic_skin_binding<Real>& bind, const basic_bone_transforms<Real>& transforms,
               basic_palette<Real>& out),
              (bind, transforms, out))

/// The same bits, written past the caches: for crowds so large that no cache would hold a palette until
/// somebody reads it (docs/adr/0028). After the last one a thread calls `finish_streams`.
JOUNCE_KERNEL(stream_palette_rows,
              (const basic_skin_binding<Real>& bind, const basic_bone_transforms<Real>& transforms,
               basic_palette<Real>& out),
              (bind, transforms, out))

/// A fence: threads that see later writes of this thread also see what it has streamed.
void finish_streams() noexcept;

/// From the local pose to the palette in one pass, for characters without springs. Gives the same
/// bits as `fk` and `palette_rows`, but the intermediate data never leaves the cache if the same
/// scratch is used for one block after the other.
/// Reads  rig, bind, local_pose.  Writes  scratch, palette.  Cost  O(bones + joints).
/// @pre scratch has the rig's bones (and linear parts if it is affine; none otherwise)
JOUNCE_KERNEL(fk_palette,
              (const basic_rig<Real>& rig, const basic_skin_binding<Real>& bind,
               const basic_local_pose<Real>& local, basic_bone_transforms<Real>& scratch,
               basic_palette<Real>& out),
              (rig, bind, local, scratch, out))

} // namespace jounce
