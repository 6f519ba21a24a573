#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/tissue_state.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `react` on a block: bones that feel their flesh, as they are shown.
/// Reads  tissue_state, and the bones that pose has written into the scratch.  Writes  bone_transforms.
/// After  tissue.  Before  palette.
class react_system : block_system<const tissue_state, bone_transforms> {
public:
    static constexpr std::string_view name = "react";
    static constexpr std::string_view element = "bones";

    /// Looks up its storages in the registry once, not per block.
    explicit react_system(entt::registry& registry) : block_system(registry) {}
    /// Computes one block. Different blocks may be computed at the same time.
    void operator()(entt::entity entity, const frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind);
    /// False for blocks that this system skips.
    static bool concerns(const block& home) { return is_two_way(*home.kind); }
};

} // namespace jounce
