#pragma once

#include <jounce/components/assets/clip.hpp>
#include <jounce/components/assets/rig.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/host/clip_player.hpp>
#include <jounce/systems/simd/kernel.hpp>

#include <array>
#include <cstdint>

namespace jounce {

/// One clip at one moment.
struct clip_moment {
    const clip* source = nullptr; ///< null: the rest pose
    double time = 0;              ///< seconds, finite; outside the keys the nearest counts
    float weight = 0;             ///< finite, at least 0
    /// [track], then [morph track]: where keys were found last, or null. Any numbers are allowed.
    std::uint32_t* found_keys = nullptr;
};

/// What one character shows: the first `override_count` layers blended, the others added.
/// The weights of the former have a sum of 1; those of the latter are used as they are.
struct character_moment {
    std::array<clip_moment, clip_layers> layers{};
    std::int32_t override_count = 0; ///< 0: the rest pose is what the others are added to
    std::int32_t layer_count = 0;
};

/// What a block shows.
struct block_moment {
    std::array<character_moment, lane_count> lanes{};
    std::uint32_t playing = 0; ///< bit per lane; the pose of other lanes is left alone
};

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
