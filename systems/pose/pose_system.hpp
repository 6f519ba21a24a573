#pragma once

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/components/block/vrm_state.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `reference_pose` (reference solver), `stable_pose` (stable solver) or `vrm_pose` (VRM solver) on a block:
/// what the springs did to bone transforms.
/// Reads  local_pose, rigid_pose, dynamic_pose, swing or vrm_state, conditions, colliders.  Writes
/// bone_transforms, of kinds that do not keep all bones in the scratch, and those that they keep.
/// After  project, tick, vrm_tick.  Before  palette.
class pose_system
    : block_system<const local_pose, const dynamic_pose, pose_history, frame_environment,
                   block_colliders, stable_state, vrm_state, vrm_walk, bone_transforms> {
public:
    static constexpr std::string_view name = "pose";
    static constexpr std::string_view element = "bones";

    using block_system::block_system;
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) { return kind.rig.parents.size(); }

private:
    void pose(entt::entity entity, const character_kind& kind, frame_scratch& scratch,
              bone_transforms& out) const;
};

} // namespace jounce
