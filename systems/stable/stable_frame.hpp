#pragma once

#include <jounce/components/assets/strand_set.hpp>
#include <jounce/components/block/strand_room.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/systems/stable/separate.hpp>
#include <jounce/systems/stable/stable_view.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace jounce {

/// What a caller may add to the ticks of a block.
template <class Real> struct tick_options {
    std::int32_t level = 0; ///< of detail
    std::int32_t max_ticks = time_control{}.max_ticks;
    std::uint32_t active_lanes = (1U << lane_count) - 1U;
    /// Adds forces, N, model space, [spring]; called before each tick.
    void (*force)(void* user, const basic_stable_state<Real>& state,
                  std::span<lane_vec3<Real>> forces) = nullptr;
    /// Called after each tick, chains parted and all; `tick` is its number since the start of time.
    void (*after)(void* user, std::int64_t tick) = nullptr;
    void* user = nullptr;                  ///< for both
    separation_grid<Real>* grid = nullptr; ///< for kinds whose chains collide
    /// @{ Lets a block with few characters compute several chains of each at once, to the same bits:
    /// what the kind's chains are, and room for them. Not taken where `force` or `after` is given.
    const basic_strand_plans<Real>* strands = nullptr;
    basic_strand_room<Real>* room = nullptr;
    /// @}
    /// Memory that is needed next, of another block: fetched into cache while springs are computed.
    std::span<const std::byte> ahead = {};
};

/// Simulates a frame of a block with the stable solver: moves colliders of the kind to their bones,
/// runs every tick that is due, and stores what the next frame needs. For hosts without the
/// pipeline; call `stable_pose` next.
/// @pre fk has run
/// @return what to show between the last two ticks, for `stable_pose`
template <class Real>
Real run_ticks(const stable_view<Real>& block, const frame_clock& clock,
               const tick_options<Real>& options) noexcept;

} // namespace jounce
