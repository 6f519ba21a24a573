#pragma once

#include <jounce/components/character.hpp>
#include <jounce/components/poses.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace jounce {

/// Runs `rst` on a block: dynamic heads and tails to bone transforms.
/// Reads  rigid_pose, dynamic_pose.  Writes  bone_transforms.
/// After  project.  Before  palette.
/// Calls for different blocks may run at the same time.
class rst_system {
public:
    static constexpr std::string_view name = "rst";
    static constexpr std::string_view element = "bones";

    explicit rst_system(entt::registry& registry);

    void operator()(entt::entity entity) const;

    /// What one character costs.
    static std::size_t elements(const archetype& kind) { return kind.rig.parents.size(); }

private:
    using block_view =
        decltype(std::declval<entt::registry&>()
                     .view<const block, const rigid_pose, const dynamic_pose, bone_transforms>());
    block_view blocks_;
};

} // namespace jounce
