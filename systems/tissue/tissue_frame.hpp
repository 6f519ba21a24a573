#pragma once

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/systems/tissue/tissue_view.hpp>

#include <cstdint>

namespace jounce {

/// What a frame of flesh needs besides its components.
template <class Real> struct tissue_options {
    std::int32_t level = 0; ///< of detail, below `frozen_level`
    std::int32_t max_ticks = time_control{}.max_ticks;
    lane<Real> tiers{};  ///< `tissue_tier` of each lane, as a number
    lane<Real> weight{}; ///< of what is shown
    lane<Real> still{};  ///< above 0: keeps its displacement
    /// Adds what characters may touch in this frame to `scratch.obstacles`, behind their own colliders. Called for
    /// kinds with probes, when `scratch.boxes` says what they can reach. Null: nothing but their own.
    void (*surround)(void* user, const tissue_view<Real>& block) = nullptr;
    void* user = nullptr; ///< passed to it
};

/// Modes that the linear tier computes at a level of detail: all, and half of them at the last level.
template <class Real> std::int32_t modes_at(const basic_tissue_set<Real>& set, std::int32_t level);

/// One tick of a block, between two shares of the frame. `run_tissue` calls it. A character of tier linear that touches
/// something is computed by tier nonlinear in that tick: modes are too coarse for a dent.
/// @pre `tissue_begin` has run
template <class Real>
void tick_tissue(const tissue_view<Real>& block, const tissue_options<Real>& options,
                 Real share_before, Real share) noexcept;

/// Simulates a frame of the flesh of a block: every tick that is due, and what is shown at its end.
/// @pre the frame's bones are computed, springs and all
template <class Real>
void run_tissue(const tissue_view<Real>& block, const basic_bone_transforms<Real>& bones,
                const environment_lanes<Real>& environment, const frame_clock& clock,
                const tissue_options<Real>& options, basic_displacements<Real>& out) noexcept;

} // namespace jounce
