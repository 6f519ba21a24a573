#pragma once

#include <jounce/systems/stable_view.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace jounce {

/// Where a tick stands in its frame.
template <class Real> struct tick_place {
    std::int32_t level = 0; ///< of detail: a tick of level l lasts 2^l ticks of full rate
    Real share = 1;         ///< of the frame that has passed at its end
    Real share_before = 0;  ///< at the end of the tick before it; 0 for the frame's first
    Real seconds = 0;       ///< of the frame
    bool first = true;      ///< of this frame
    bool skipped = false;   ///< time was left out before it: springs are carried to where they are
    bool has_force = false; ///< `walk::force` holds something
    bool has_wind = false;
    std::span<const std::byte> ahead = {}; ///< memory to fetch into cache meanwhile
};

/// Advances every spring of a block by one tick of the stable solver: exact oscillator about where
/// the bone would be under its dynamic parent, then bounds and colliders, parents first.
/// Reads  local_pose, rigid_pose, pose_history, conditions, colliders.  Writes  swing, and in
/// conditions what motion no tick has seen.
/// Cost  O(springs (1 + colliders)).
template <class Real>
void tick(const stable_view<Real>& block, const tick_place<Real>& at) noexcept;

/// Ends a frame after its ticks: keeps the pose and its speed for the next frame's interpolation, and
/// the motion that came after the last tick.
/// @param share_done  of the frame, at the end of its last tick; 0 if there was none
/// @param seconds  of the frame
template <class Real>
void finish_frame(const stable_view<Real>& block, Real share_done, bool had_ticks,
                  Real seconds) noexcept;

} // namespace jounce
