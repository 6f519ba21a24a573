#pragma once

#include <jounce/components/clocks.hpp>
#include <jounce/components/frame_scratch.hpp>
#include <jounce/components/poses.hpp>
#include <jounce/components/swing.hpp>
#include <jounce/components/tick_log.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/separate.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace jounce {

/// Adds forces of the host's to the springs of a block, before each of its ticks. In the registry's
/// context. Called from several threads at once, for different blocks; the same input must give the
/// same forces.
struct force_hook {
    /// @param forces  [spring of `kind.springs.stable`], N, along the model's axes; zero when called
    void (*call)(void* user, entt::entity block, const archetype& kind, const swing& state,
                 std::span<lane_vec3<float>> forces) = nullptr;
    void* user = nullptr;
};

/// Runs the ticks of a block that are due.
/// Reads  local_pose, rigid_pose, frame_clock, time_control, force_hook, tick_log.  Writes  swing,
/// pose_history, conditions, colliders, and tick_slots where ticks are logged.
/// After  fk, prepare.  Before  rst.
class tick_system : block_system<const local_pose, pose_history, conditions, block_colliders, swing,
                                 const bone_transforms> {
public:
    static constexpr std::string_view name = "tick";
    static constexpr std::string_view element = "springs";

    explicit tick_system(entt::registry& registry);
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const archetype& kind) {
        return kind.springs.stable.springs.size();
    }
    /// Kinds that it passes by cost nothing.
    static bool concerns(const archetype& kind) {
        return kind.springs.solver == solver_kind::stable;
    }

    /// How often colliders pushed springs of a block's characters in the frame's ticks.
    std::size_t contacts(entt::entity entity) const;

private:
    const entt::registry* registry_;
    const frame_clock* clock_;
    const time_control* control_;
    const force_hook* hook_;
    const tick_log* log_;
};

} // namespace jounce
