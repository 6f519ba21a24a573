#pragma once

#include <jounce/components/clocks.hpp>
#include <jounce/components/frame_scratch.hpp>
#include <jounce/components/poses.hpp>
#include <jounce/components/swing.hpp>
#include <jounce/components/vrm_state.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `rst` (reference solver), `deflect` (stable solver) or `vrm_pose` (VRM solver) on a block:
/// what the springs did to bone transforms.
/// Reads  local_pose, rigid_pose, dynamic_pose, swing or vrm_state, conditions, colliders.  Writes
/// bone_transforms, or those of the scratch if the kind keeps none.
/// After  project, tick, vrm_tick.  Before  palette.
class rst_system : block_system<const local_pose, const dynamic_pose, pose_history, conditions,
                                block_colliders, swing, vrm_state, vrm_walk, bone_transforms> {
public:
    static constexpr std::string_view name = "rst";
    static constexpr std::string_view element = "bones";

    explicit rst_system(entt::registry& registry);
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const archetype& kind) { return kind.rig.parents.size(); }

private:
    const frame_clock* clock_;
};

} // namespace jounce
