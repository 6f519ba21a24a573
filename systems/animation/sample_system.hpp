#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/host/clip_player.hpp>
#include <jounce/components/host/morph_weights.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/systems/block_system.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `sample` on a block: advances the clips of its characters by the frame's time and writes
/// their pose at its end. Characters without a `clip_player` are not changed. Kinds that show clips alone
/// (`shows_clips_alone`) get no pose: affine_palette uses the moment that stands in the scratch.
/// Reads  frame_clock.  Writes  clip_player, local_pose, morph_weights, the moment of the scratch.
/// Before  fk.
class sample_system : block_system<local_pose> {
public:
    static constexpr std::string_view name = "sample";
    static constexpr std::string_view element = "bones";
    static constexpr bool needs_bones = false;

    /// Looks up its storages in the registry once, not per block.
    explicit sample_system(entt::registry& registry);
    /// @return bones of the characters of the block that play
    std::size_t operator()(entt::entity entity, frame_scratch& scratch) const;

    /// Whether any character has a `clip_player`; if not, the system has no work.
    bool has_work() const { return !players_.empty(); }

private:
    clip_player* player_of(entt::entity who) const;

    component_view<clip_player> players_;
    component_view<morph_weights> morphs_;
    const frame_clock* clock_;
};

} // namespace jounce
