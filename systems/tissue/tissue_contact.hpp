#pragma once

#include <jounce/components/base/lanes.hpp>
#include <jounce/systems/tissue/tissue_view.hpp>

#include <span>

namespace jounce {

/// A ball that flesh touches, in the model space at the end of a tick.
template <class Real> struct tissue_ball {
    lane_vec3<Real> centre;
    lane_vec3<Real> centre_before; ///< one tick earlier, carried into the same space
    lane<Real> radius;             ///< units of the rig; 0 or less where there is none
};

/// What touching is like.
template <class Real> struct tissue_touch {
    Real stiffness = Real(1e8); ///< Pa/m
    Real friction = 0;          ///< of Coulomb
    Real slow = Real(0.01);     ///< units per second: below, friction is proportional to the speed
};

/// Finds the probes of a block that are inside of balls, each with the ball that it is deepest in. Character by
/// character, and in the order of probes and balls.
/// Reads  tissue_state, scratch.  Writes  scratch.contacts.  Cost  O(probes balls).
/// @param is_first  step of the tick: the displacement is that at its start, else `scratch.result`
/// @return whether any probe of any lane touches
/// @pre `tissue_drive` has run for this tick
template <class Real>
bool touch_balls(const tissue_view<Real>& block, std::span<const tissue_ball<Real>> balls,
                 const tissue_touch<Real>& touch, Real seconds, bool is_first) noexcept;

} // namespace jounce
