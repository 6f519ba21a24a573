#pragma once

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/components/block/tick_slots.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/force_hook.hpp>
#include <jounce/components/world/tick_log.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/stable/separate.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace jounce {

/// Runs the ticks of a block that are due.
/// Reads  local_pose, rigid_pose, frame_clock, time_control, force_hook, tick_log.  Writes  stable_state,
/// pose_history, frame_environment, colliders, and tick_slots where ticks are logged. Puts springs at rest
/// that prepare says are to start again, and says what the frame shows between the last two ticks.
/// After  fk, prepare.  Before  pose.
class tick_system : block_system<const local_pose, pose_history, frame_environment, block_colliders,
                                 stable_state, const bone_transforms> {
public:
    static constexpr std::string_view name = "tick";
    static constexpr std::string_view element = "springs";

    explicit tick_system(entt::registry& registry);
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) {
        return kind.springs.stable.springs.size();
    }
    /// False for kinds that this system skips.
    static bool concerns(const character_kind& kind) {
        return kind.springs.solver == solver_kind::stable;
    }

    /// How often colliders pushed springs of a block's characters in the frame's ticks.
    std::size_t contacts(entt::entity entity) const;

private:
    component_view<tick_slots> slots_;
    component_view<separation_grid<float>> grids_;
    const frame_clock* clock_;
    const time_control* control_;
    const force_hook* hook_;
    const tick_log* log_;
};

} // namespace jounce
