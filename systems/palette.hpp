#pragma once

#include <jounce/components/palette.hpp>
#include <jounce/components/poses.hpp>
#include <jounce/components/rig.hpp>

namespace jounce {

/// Bone transforms times inverse binds, split into dual quaternion and scale, in GPU order.
/// Reads  bind, bone_transforms.  Writes  palette.  Cost  O(joints).
template <class Real>
void palette_rows(const basic_bind<Real>& bind, const basic_bone_transforms<Real>& transforms,
                  basic_palette<Real>& out) noexcept;

/// The same bits, written past the caches: for crowds so large that no cache would hold a palette until
/// somebody reads it (docs/adr/0028). After the last one a thread calls `finish_streams`.
template <class Real>
void stream_palette_rows(const basic_bind<Real>& bind,
                         const basic_bone_transforms<Real>& transforms,
                         basic_palette<Real>& out) noexcept;

/// Lets other threads that see what this one writes afterwards also see what it has streamed.
void finish_streams() noexcept;

/// From the local pose to the palette at once, for characters without springs: the bits that `fk` and
/// `palette_rows` give, but what lies between them never leaves the cache if the same scratch serves
/// one block after the other.
/// Reads  rig, bind, local_pose.  Writes  scratch, palette.  Cost  O(bones + joints).
/// @pre scratch has the rig's bones (and linear parts if it is affine; none otherwise)
template <class Real>
void fk_palette(const basic_rig<Real>& rig, const basic_bind<Real>& bind,
                const basic_local_pose<Real>& local, basic_bone_transforms<Real>& scratch,
                basic_palette<Real>& out) noexcept;

} // namespace jounce
