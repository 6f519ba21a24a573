#pragma once

#include <jounce/systems/stable_view.hpp>

namespace jounce {

/// Puts the colliders of a kind where their bones are at the end of the frame. Bones that springs
/// move have them where the last frame left them.
/// Reads  rigid_pose, walk.  Writes  colliders.  Cost  O(colliders of the kind).
template <class Real> void attach(const stable_view<Real>& block) noexcept;

} // namespace jounce
