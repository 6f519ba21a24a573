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

/// Runs the pose kernel of a block's solver: `reference_pose`, `stable_pose` or `vrm_pose`. Turns what the
/// springs did into transforms of bones.
/// Reads  local_pose, rigid_pose, dynamic_pose, stable_state or vrm_state, frame_environment, colliders.  Writes
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
