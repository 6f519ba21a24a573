#pragma once

#include <jounce/components/character.hpp>
#include <jounce/components/clocks.hpp>
#include <jounce/components/poses.hpp>
#include <jounce/components/springs.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace jounce {

/// Runs `integrate` on a block: springs forward by `frame_clock::dt`.
/// Reads  rigid_pose, dynamic_pose (of the frame before), frame_clock.  Writes  springs.
/// After  fk.  Before  project.
/// Calls for different blocks may run at the same time.
class integrate_system {
public:
    static constexpr std::string_view name = "integrate";
    static constexpr std::string_view element = "springs";

    explicit integrate_system(entt::registry& registry);

    void operator()(entt::entity entity) const;

    /// What one character costs.
    static std::size_t elements(const archetype& kind) { return kind.springs.springs.size(); }

private:
    using block_view =
        decltype(std::declval<entt::registry&>()
                     .view<const block, const rigid_pose, const dynamic_pose, springs>());
    block_view blocks_;
    const frame_clock* clock_; ///< lives in the registry's context
};

} // namespace jounce
