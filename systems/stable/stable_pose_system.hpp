#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/stable/stable_block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `stable_pose` on a block: from deflections to transforms of bones. Frozen characters show the
/// animated pose.
/// Reads  local_pose, rigid_pose, pose_history, frame_environment, stable_state.  Writes  bone_transforms
/// (of kinds that do not keep all bones in the scratch, and those that they keep), and where colliders are.
/// After  tick.  Before  palette.
class stable_pose_system : stable_block_system {
public:
    static constexpr std::string_view name = "pose";
    static constexpr std::string_view element = "bones";

    explicit stable_pose_system(entt::registry& registry)
        : stable_block_system(registry), bones_(registry.view<bone_transforms>()) {}
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) { return kind.rig.parents.size(); }

private:
    component_view<bone_transforms> bones_;
};

} // namespace jounce
