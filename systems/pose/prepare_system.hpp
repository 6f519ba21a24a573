#pragma once

#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/host/host_input.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/pose/prepare.hpp>
#include <jounce/systems/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace jounce {

/// Runs `prepare` on the characters of a block: effects of the frame's motion and of the world.
/// Reads  placement, centre_space, frame_clock, world_forces.  Writes  frame_environment,
/// control_states, which lanes are to be reset or have a place for the first time, where characters stood, and clears
/// the requests of spring_control.
/// Before  the systems of solvers.
class prepare_system : block_system<frame_environment, control_states> {
public:
    static constexpr std::string_view name = "prepare";
    static constexpr std::string_view element = "characters";

    /// Looks up its storages in the registry once, not per block.
    explicit prepare_system(entt::registry& registry);
    /// Computes one block. Different blocks may be computed at the same time.
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& /*kind*/) { return 1; }
    /// False for blocks that this system skips.
    static bool concerns(const block& home) {
        return home.solver->feels_world || home.kind->tissue != nullptr;
    }

private:
    /// What the host gave one character.
    /// @param lane_bit  where to note what of it cannot be used
    void look_up(entt::entity who, character_frame& now, std::uint32_t lane_bit,
                 host_faults& faults) const;

    // Storages of characters. Without them the registry would look up each one for every character.
    component_view<const placement> placements_;
    component_view<const centre_space> centres_;
    component_view<spring_control> controls_;
    const frame_clock* clock_;
    const world_forces* forces_;
};

} // namespace jounce
