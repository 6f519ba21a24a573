#pragma once

#include <jounce/components/block/clip_moment.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/systems/simd/kernel.hpp>

#include <cstdint>

namespace jounce {

/// Writes the palette rows that clips have (`clip::affine`), of up to eight characters, each with its own clips
/// and times. No bone is computed.
///
/// - Between two frames of a clip: `a + share (b - a)`, number by number, which moves vertices on straight
///   lines. On a frame its numbers exactly, after the last frame those of the last.
/// - Override layers: `sum w_i m_i`. Additive layers: `+ w (m_i - identity)`.
/// - A layer without a clip, a clip without affine frames, and joints that a clip does not have: the identity,
///   which is the rest pose.
///
/// Reads  clips.  Writes  the first joints of playing lanes.  Cost  O(joints * layers) per playing lane.
/// @pre the palette has mode `matrix` and at least that many joints; `find_clip_fault` has nothing to say
JOUNCE_KERNEL(sample_affine,
              (const block_moment& now, std::int32_t joints, basic_palette<Real>& out),
              (now, joints, out))

/// The same bits, written past the caches, as `stream_palette_rows` does.
/// @pre also: these are all joints of the palette
JOUNCE_KERNEL(stream_affine,
              (const block_moment& now, std::int32_t joints, basic_palette<Real>& out),
              (now, joints, out))

} // namespace jounce
