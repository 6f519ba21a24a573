#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `reference_pose` on a block: from heads and tails to transforms of bones.
/// Reads  rigid_pose, dynamic_pose.  Writes  bone_transforms (for kinds that do not keep all bones:
/// those of the scratch, and the kept ones).
/// After  project.  Before  palette.
class reference_pose_system : block_system<const dynamic_pose, bone_transforms> {
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
