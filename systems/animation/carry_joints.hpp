#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/block/clip_moment.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>

namespace jounce {

/// Lets joints that hang on affine ones follow their matrices. Bones know no shear: a joint that has moved by M
/// relative to rest, on a bone that has moved by C where the clips say A, gets the rows of `A C^-1 M`. Without a swing
/// of its own M is C, and the joint moves exactly as its carrier does.
/// Reads  character_kind, the moment, bone_transforms.  Writes  palette of characters that play.
/// Cost  O(carried joints), one character after the other.
/// @pre rows of all joints are written
void carry_joints(const character_kind& kind, const block_moment& now, const bone_transforms& bones,
                  palette& out) noexcept;

} // namespace jounce
