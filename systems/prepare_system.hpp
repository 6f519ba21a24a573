#pragma once

#include <jounce/components/clocks.hpp>
#include <jounce/components/frame_scratch.hpp>
#include <jounce/components/host_input.hpp>
#include <jounce/components/placement.hpp>
#include <jounce/components/poses.hpp>
#include <jounce/components/swing.hpp>
#include <jounce/components/vrm_state.hpp>
#include <jounce/components/world_forces.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/prepare.hpp>
#include <jounce/systems/world_colliders.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace jounce {

/// Runs `prepare` on the characters of a block: what the frame's motion and the world do to each.
/// Reads  placement, centre_space, frame_clock, world_forces, world_collider_list.  Writes
/// conditions, colliders, control_state, and clears the requests of spring_control.
/// Before  tick, vrm_tick.
class prepare_system : block_system<conditions, control_states, block_colliders, swing, vrm_state> {
public:
    static constexpr std::string_view name = "prepare";
    static constexpr std::string_view element = "characters";

    explicit prepare_system(entt::registry& registry);
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const archetype& kind) { return concerns(kind) ? 1 : 0; }
    /// Kinds that it passes by cost nothing.
    static bool concerns(const archetype& kind) {
        return kind.springs.solver != solver_kind::reference;
    }

private:
    template <class Component>
    using component_view = decltype(std::declval<entt::registry&>().template view<Component>());

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
