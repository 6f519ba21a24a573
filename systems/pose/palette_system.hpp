#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `palette_rows` on a block: skinning transforms in GPU order.
/// Reads  bone_transforms, or those of the scratch if the kind does not keep all.  Writes  palette.
/// After  pose. Kinds with `affine_joints` have affine_palette instead.
class palette_system : block_system<const bone_transforms, palette> {
public:
    static constexpr std::string_view name = "palette";
    static constexpr std::string_view element = "joints";

    using block_system::block_system;
    /// Computes one block. Different blocks may be computed at the same time.
    void operator()(entt::entity entity, const frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) { return kind.bind.joints.size(); }
    /// False for blocks that this system skips.
    static bool concerns(const block& home) { return home.kind->affine_joints == 0; }
};

} // namespace jounce
