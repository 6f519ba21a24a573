#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/tick_slots.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/force_hook.hpp>
#include <jounce/components/world/tick_log.hpp>
#include <jounce/components/world/world_collider_list.hpp>
#include <jounce/systems/stable/separate.hpp>
#include <jounce/systems/stable/stable_block_system.hpp>
#include <jounce/systems/stable/strand_hooks.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace jounce {

/// Runs the ticks of a block that are due.
/// Reads  local_pose, rigid_pose, frame_environment, bone_transforms (of the frame before), placement, frame_clock,
/// time_control, force_hook, tick_log, world_collider_list, block_strands.  Writes  stable_state, pose_history, carried_motion,
/// block_colliders, separation_grid (scratch), and tick_slots where ticks are logged. Puts springs at rest that
/// prepare says are to start again, and says what the frame shows between the last two ticks.
/// After  fk, prepare.  Before  pose.
class tick_system : stable_block_system {
public:
    static constexpr std::string_view name = "tick";
    static constexpr std::string_view element = "springs";
    static constexpr bool fetches_ahead = true;

    /// Looks up what it needs of the registry once, so that a block costs no search.
    explicit tick_system(entt::registry& registry);
    /// Computes one block. Different blocks may be computed at the same time.
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) {
        return kind.springs.stable.springs.size();
    }

    /// Number of contacts of a block's characters in the frame's ticks.
    std::size_t contacts(entt::entity entity) const;

private:
    /// Puts the world's colliders into the model space of each character.
    void meet_world(const block& home, const stable_view<float>& view,
                    frame_scratch& scratch) const;

    component_view<const placement> placements_;
    component_view<tick_slots> slots_;
    component_view<separation_grid<float>> grids_;
    component_view<const block_strands> strands_;
    const world_collider_list* world_;
    const frame_clock* clock_;
    const time_control* control_;
    const force_hook* hook_;
    const tick_log* log_;
};

} // namespace jounce
