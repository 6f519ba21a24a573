#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `constrain` on a block: bones that follow other bones of the animated pose. Kinds without
/// such bones cost nothing.
/// Reads  local_pose.  Writes  the pose of the scratch that `posed_bones` gives to all after it.
/// After  the host's animation, sample.  Before  fk.
class constrain_system : block_system<const local_pose> {
public:
    static constexpr std::string_view name = "constrain";
    static constexpr std::string_view element = "constraints";

    using block_system::block_system;
    /// Computes one block. Different blocks may be computed at the same time.
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind) {
        return kind.constraints.constraints.size();
    }
    /// False for blocks that this system skips.
    static bool concerns(const block& home) { return !home.kind->constraints.empty(); }
};

} // namespace jounce
