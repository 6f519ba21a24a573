#pragma once

#include <jounce/components/poses.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `rst` on a block: dynamic heads and tails to bone transforms.
/// Reads  rigid_pose, dynamic_pose.  Writes  bone_transforms.
/// After  project.  Before  palette.
class rst_system : block_system<const rigid_pose, const dynamic_pose, bone_transforms> {
public:
    static constexpr std::string_view name = "rst";
    static constexpr std::string_view element = "bones";

    using block_system::block_system;
    void operator()(entt::entity entity) const;

    /// What one character costs.
    static std::size_t elements(const archetype& kind) { return kind.rig.parents.size(); }
};

} // namespace jounce
