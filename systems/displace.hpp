#pragma once

#include <jounce/systems/stable_view.hpp>

namespace jounce {

/// Takes over tails that were moved after a tick (`walk::parted`): each spring gets the deflection
/// that puts its tail there, within its bounds. Children follow with the next tick.
/// Reads  walk.  Writes  swing.  Cost  O(springs).
/// @pre the last thing that walked the bones was tick
template <class Real> void displace(const stable_view<Real>& block) noexcept;

} // namespace jounce
