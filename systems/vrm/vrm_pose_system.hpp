#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/vrm/vrm_block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `vrm_pose` on a block: from turns of joints to transforms of bones.
/// Reads  local_pose, rigid_pose, frame_environment, vrm_state.  Writes  bone_transforms (of kinds that do
/// not keep all bones in the scratch, and those that they keep).
/// After  vrm_tick.  Before  palette.
class vrm_pose_system : vrm_block_system {
public:
    static constexpr std::string_view name = "pose";
    static constexpr std::string_view element = "bones";

    explicit vrm_pose_system(entt::registry& registry)
        : vrm_block_system(registry), bones_(registry.view<bone_transforms>()) {}
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) { return kind.rig.parents.size(); }

private:
    component_view<bone_transforms> bones_;
};

} // namespace jounce
