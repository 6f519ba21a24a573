#pragma once

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/host/host_input.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/world_collider_list.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/contact/world_colliders.hpp>
#include <jounce/systems/pose/prepare.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace jounce {

/// Runs `prepare` on the characters of a block: what the frame's motion and the world do to each.
/// Reads  placement, centre_space, frame_clock, world_forces, world_collider_list.  Writes
/// frame_environment, colliders, control_state, which lanes are to be reset, and clears the requests of
/// spring_control.
/// Before  tick, vrm_tick.
class prepare_system : block_system<frame_environment, control_states, block_colliders> {
public:
    static constexpr std::string_view name = "prepare";
    static constexpr std::string_view element = "characters";

    explicit prepare_system(entt::registry& registry);
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) { return concerns(kind) ? 1 : 0; }
    /// False for kinds that this system skips.
    static bool concerns(const character_kind& kind) {
        return kind.springs.solver != solver_kind::reference;
    }

private:
    /// What the host gave one character.
    /// @param lane_bit  where to note what of it cannot be used
    void look_up(entt::entity who, character_frame& now, std::uint32_t lane_bit,
                 host_faults& faults) const;

    // Of characters. The registry would look for each storage again for every one of them.
    component_view<const placement> placements_;
    component_view<const centre_space> centres_;
    component_view<spring_control> controls_;
    const frame_clock* clock_;
    const world_forces* forces_;
    const world_collider_list* world_;
};

} // namespace jounce
