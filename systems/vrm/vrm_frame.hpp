#pragma once

#include <jounce/components/world/clocks.hpp>
#include <jounce/systems/vrm/vrm_view.hpp>

#include <cstdint>

namespace jounce {

/// What a caller may add to the ticks of a block under the VRM solver.
struct vrm_options {
    std::int32_t max_ticks = time_control{}.max_ticks;
    /// Called after each tick; `tick` is its number since the start of time.
    void (*after)(void* user, std::int64_t tick) = nullptr;
    void* user = nullptr;
};

/// Simulates a frame of a block with the VRM solver: runs every tick that is due, and stores what
/// the next frame needs. For hosts without the pipeline; call `vrm_pose` next.
/// @pre fk has run
/// @return what to show between the last two ticks, for `vrm_pose`
template <class Real>
Real run_vrm_ticks(const vrm_view<Real>& block, const frame_clock& clock,
                   const vrm_options& options) noexcept;

} // namespace jounce
