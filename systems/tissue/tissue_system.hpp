#pragma once

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/tissue_state.hpp>
#include <jounce/components/host/host_input.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/tissue_control.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/world_collider_list.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/tissue/tissue_frame.hpp>

#include <cstddef>
#include <string_view>

namespace jounce {

/// Runs `run_tissue` on a block: the flesh of its characters.
/// Reads  bone_transforms, or those of the scratch if the kind does not keep all or its bones feel flesh,
/// frame_environment, tissue_control, placement, world_collider_list, frame_clock, time_control.  Writes  tissue_state,
/// displacements.
/// After  pose.  Before  palette.
class tissue_system
    : block_system<const bone_transforms, const frame_environment, tissue_state, displacements> {
public:
    static constexpr std::string_view name = "tissue";
    static constexpr std::string_view element = "handles";

    /// Looks up its storages in the registry once, not per block.
    explicit tissue_system(entt::registry& registry);
    /// Computes one block. Different blocks may be computed at the same time.
    void operator()(entt::entity entity, frame_scratch& scratch) const;

    /// What one character costs.
    static std::size_t elements(const character_kind& kind);
    /// False for blocks that this system skips.
    static bool concerns(const block& home) { return home.kind->tissue != nullptr; }

private:
    /// What the host says of the flesh of a block's characters.
    void look_up(const block& home, const tissue_set& set, tissue_options<float>& to,
                 host_faults& faults) const;

    component_view<const tissue_control> controls_;
    component_view<const placement> placements_;
    const world_collider_list* world_;
    const frame_clock* clock_;
    const time_control* control_;
};

} // namespace jounce
