#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/reference_state.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `project` on a block: constraints, parents first. Springs that are no longer finite, after
/// a bad pose or a step too long for them, are put at rest.
/// Reads  rigid_pose.  Writes  reference_state, dynamic_pose.
/// After  integrate.  Before  pose.
class project_system : block_system<reference_state, dynamic_pose> {
public:
    static constexpr std::string_view name = "project";
    static constexpr std::string_view element = "springs";

    using block_system::block_system;
    /// Computes one block. Different blocks may be computed at the same time.
    void operator()(entt::entity entity, const frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) { return kind.springs.springs.size(); }
};

} // namespace jounce
