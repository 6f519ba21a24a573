#pragma once

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/vrm_state.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `vrm_pose` on a block: from turns of joints to transforms of bones.
/// Reads  local_pose, rigid_pose, frame_environment, vrm_state.  Writes  bone_transforms (for kinds
/// that do not keep all bones: those of the scratch, and the kept ones).
/// After  vrm_tick.  Before  palette.
class vrm_pose_system
    : block_system<const local_pose, const frame_environment, const vrm_state, bone_transforms> {
public:
    static constexpr std::string_view name = "pose";
    static constexpr std::string_view element = "bones";

    using block_system::block_system;
    /// Computes one block. Different blocks may be computed at the same time.
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) { return kind.rig.parents.size(); }
};

} // namespace jounce
