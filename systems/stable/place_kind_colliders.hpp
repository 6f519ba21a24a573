#pragma once

#include <jounce/systems/simd/kernel.hpp>
#include <jounce/systems/stable/stable_view.hpp>

namespace jounce {

/// Puts the colliders of a kind where their bones are at the end of the frame. Bones that springs
/// move have them where the last frame left them.
/// Reads  rigid_pose, walk.  Writes  colliders.  Cost  O(colliders of the kind).
JOUNCE_KERNEL(place_kind_colliders, (const stable_view<Real>& block), (block))

} // namespace jounce
