#pragma once

#include <jounce/components/character.hpp>
#include <jounce/components/poses.hpp>
#include <jounce/components/springs.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace jounce {

/// Runs `project` on a block: constraints, parents first.
/// Reads  rigid_pose.  Writes  springs, dynamic_pose.
/// After  integrate.  Before  rst.
/// Calls for different blocks may run at the same time.
class project_system {
public:
    static constexpr std::string_view name = "project";
    static constexpr std::string_view element = "springs";

    explicit project_system(entt::registry& registry);

    void operator()(entt::entity entity) const;

    /// What one character costs.
    static std::size_t elements(const archetype& kind) { return kind.springs.springs.size(); }

private:
    using block_view = decltype(std::declval<entt::registry&>()
                                    .view<const block, const rigid_pose, springs, dynamic_pose>());
    block_view blocks_;
};

} // namespace jounce
