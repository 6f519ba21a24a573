#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Writes the palettes of kinds with `affine_joints`: those joints from the moment that sample has found in the
/// clips, the others (springs, helpers) from bones, as palette does for all other kinds; those that hang on affine
/// joints also follow their matrices (`carry_joints`). Characters that play nothing have all joints from bones. Shares the row of palette in the table of costs.
/// Reads  local_pose, bone_transforms (or those of the scratch), and the moment of the scratch.  Writes  palette.
/// After  sample, pose.
class affine_palette_system : block_system<const local_pose, const bone_transforms, palette> {
public:
    static constexpr std::string_view name = "palette";
    static constexpr std::string_view element = "joints";
    static constexpr bool needs_bones = false;

    using block_system::block_system;
    /// Computes one block. Different blocks may be computed at the same time.
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) { return kind.bind.joints.size(); }
    /// False for blocks that this system skips.
    static bool concerns(const block& home) { return home.kind->affine_joints > 0; }

private:
    /// The rest pose, or what the host wrote, of blocks for which no other system computes bones.
    const bone_transforms& pose_bones(entt::entity entity, frame_scratch& scratch) const;
};

} // namespace jounce
