#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/block/clip_moment.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/simd/kernel.hpp>

namespace jounce {

/// Evaluates clips of eight characters, each with its own clips and times, into their local pose.
///
/// Keys are gathered lane by lane and interpolated for all lanes together. Key searches begin where
/// the last one ended: going on in time, forwards or backwards, costs the same for any number of
/// keys; after a jump it takes the logarithm. Tracks that follow each other and share their times
/// share the search.
///
/// - Linear rotations turn evenly the short way: a series without transcendental functions that
///   divides by nothing small, within 1e-6 rad of the exact slerp in float (2e-15 in double), and
///   without a special case for small angles; unit length at the end.
/// - Override layers: `sum w_i v_i` for translation and scale; rotations `normalise(sum w_i q_i)`,
///   each q_i with the sign nearer to the sum of those before. What a clip does not move is at
///   rest there.
/// - Additive layers, one after the other: `t += w (t_i - t_rest)`, `s *= 1 + w (s_i / s_rest - 1)` by
///   axis, and `q = q normalise((1 - w) 1 + w d)` with `d = q_rest^-1 q_i`, short way.
/// - Scale: `scale = s_rest m` and `stretch = s / scale`, where m is the mean over the axes of
///   `s / rest scale` by axis. A rig that is not affine gets only `scale`, so the mean of the axes.
/// - Bones that no layer moves get the numbers of the rest pose exactly.
///
/// Reads  rig.  Writes  local_pose of playing lanes, found keys.  Cost  O(bones * layers + keys found).
/// @pre clips keep what `clip` promises (`find_clip_fault`); the rest pose has no scale of 0.
JOUNCE_KERNEL(sample,
              (const basic_rig<Real>& rig, const block_moment& now, basic_local_pose<Real>& to),
              (rig, now, to))

} // namespace jounce
