#pragma once

#include <jounce/components/character.hpp>
#include <jounce/components/poses.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace jounce {

/// Runs `fk` on a block: animated pose to model space.
/// Reads  local_pose.  Writes  rigid_pose.
/// After  the host's animation.  Before  integrate.
/// Calls for different blocks may run at the same time.
class fk_system {
public:
    static constexpr std::string_view name = "fk";
    static constexpr std::string_view element = "bones";

    explicit fk_system(entt::registry& registry);

    void operator()(entt::entity entity) const;

    /// What one character costs.
    static std::size_t elements(const archetype& kind) { return kind.rig.parents.size(); }

private:
    using block_view =
        decltype(std::declval<entt::registry&>().view<const block, const local_pose, rigid_pose>());
    block_view blocks_;
};

} // namespace jounce
