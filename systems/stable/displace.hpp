#pragma once

#include <jounce/systems/simd/kernel.hpp>
#include <jounce/systems/stable/stable_view.hpp>

namespace jounce {

/// Takes over tails that were moved after a tick (`walk::parted`): each spring gets the deflection
/// that puts its tail there, within its bounds. Children follow with the next tick.
/// Reads  stable_scratch.  Writes  stable_state.  Cost  O(springs).
/// @pre the last thing that walked the bones was tick
JOUNCE_KERNEL(displace, (const stable_view<Real>& block), (block))

} // namespace jounce
