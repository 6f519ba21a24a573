#pragma once

#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/tick_slots.hpp>
#include <jounce/components/block/vrm_state.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/tick_log.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs the ticks of a block under the VRM solver that are due.
/// Reads  local_pose, rigid_pose, frame_environment, frame_clock, time_control, tick_log.  Writes  vrm_state,
/// vrm_walk, carried_motion, and tick_slots where ticks are logged.
/// After  fk, prepare.  Before  pose.
class vrm_tick_system
    : block_system<const local_pose, const frame_environment, carried_motion, vrm_state, vrm_walk> {
public:
    static constexpr std::string_view name = "vrm_tick";
    static constexpr std::string_view element = "springs";

    /// Looks up what it needs of the registry once, so that a block costs no search.
    explicit vrm_tick_system(entt::registry& registry);
    /// Computes one block. Different blocks may be computed at the same time.
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) {
        return kind.springs.vrm.springs.size();
    }

private:
    component_view<tick_slots> slots_;
    const frame_clock* clock_;
    const time_control* control_;
    const tick_log* log_;
};

} // namespace jounce
