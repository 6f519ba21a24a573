#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `fk` on a block: animated pose to model space.
/// Reads  local_pose.  Writes  rigid_pose, and says which lanes of it cannot be used.
/// After  the host's animation.  Before  integrate.
class fk_system : block_system<const local_pose> {
public:
    static constexpr std::string_view name = "fk";
    static constexpr std::string_view element = "bones";

    using block_system::block_system;
    /// Computes one block. Different blocks may be computed at the same time.
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) { return kind.rig.parents.size(); }
};

} // namespace jounce
