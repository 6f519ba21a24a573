#pragma once

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `stable_pose` on a block: from deflections to transforms of bones. Frozen characters show the
/// animated pose.
/// Reads  local_pose, rigid_pose, frame_environment, stable_state.  Writes  bone_transforms (for
/// kinds that do not keep all bones: those of the scratch, and the kept ones), and scratch in
/// block_colliders.
/// After  tick.  Before  palette.
class stable_pose_system : block_system<const local_pose, const frame_environment,
                                        const stable_state, block_colliders, bone_transforms> {
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
