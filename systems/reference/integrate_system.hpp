#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/reference_state.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `integrate` on a block: springs forward by `frame_clock::dt`.
/// Reads  rigid_pose, dynamic_pose (of the frame before), frame_clock.  Writes  reference_state.
/// After  fk.  Before  project.
class integrate_system : block_system<const dynamic_pose, reference_state> {
public:
    static constexpr std::string_view name = "integrate";
    static constexpr std::string_view element = "springs";

    /// Looks up what it needs of the registry once, so that a block costs no search.
    explicit integrate_system(entt::registry& registry);
    /// Computes one block. Different blocks may be computed at the same time.
    void operator()(entt::entity entity, const frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) { return kind.springs.springs.size(); }

private:
    const frame_clock* clock_; ///< lives in the registry's context
};

} // namespace jounce
