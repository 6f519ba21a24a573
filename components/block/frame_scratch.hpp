#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/block/clip_moment.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/stable_scratch.hpp>
#include <jounce/components/block/strand_room.hpp>
#include <jounce/components/block/tissue_scratch.hpp>
#include <jounce/components/host/host_input.hpp>
#include <jounce/components/host/placement.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace jounce {

/// Data of a block that the systems of one frame pass to each other and that is lost afterwards. It
/// belongs to the thread that runs them, one per block that is computed at the same time, and stays
/// in cache; a component of every block would be written to memory and read back for nothing.
struct frame_scratch {
    /// What the clips of the block's characters show in this frame. Written by sample; without it, the
    /// pipeline has noted that no one plays.
    block_moment moment;
    /// The animated pose after constraints, of kinds that have them. Written by constrain.
    local_pose constrained;
    rigid_pose rigid;              ///< arrays may be longer than the block's kind needs
    jounce::stable_scratch stable; ///< its arrays may be longer too
    strand_room strands;           ///< so may these
    jounce::tissue_scratch tissue; ///< of kinds with flesh; its arrays may be longer too
    /// Bones of kinds that do not keep all of them (`keeps_all`), and of kinds whose bones feel their flesh
    /// (`is_two_way`), without what flesh does to them. Written by pose.
    bone_transforms bones;
    /// Memory of a block that comes next. Compute-bound systems may prefetch it.
    std::span<const std::byte> ahead = {};
    /// Systems that visit the block in this frame, a bit each. Written by the pipeline.
    std::uint64_t systems = 0;
    /// Lanes whose character has a placement for the first time. Written by prepare.
    std::uint32_t placed_lanes = 0;
    /// Where characters of kinds with flesh stood in the frame before, unless they are in `placed_lanes`. Written by
    /// prepare.
    std::array<placement, lane_count> former = {};
    /// Lanes whose springs the host asked to restart. Written by prepare; the solver restarts them.
    std::uint32_t reset_lanes = 0;
    /// Where between the last two ticks the frame ends, 0..1. Written by systems that tick.
    float shown = 1;
    /// The palette is written past the caches: it would not be read again while it is still in one.
    bool streams = false;
    /// Bad input of the host for the block's characters. Written by all systems that read such
    /// input; read and cleared by the pipeline.
    host_faults faults = {};
};

/// Makes room for a block of a kind, which may be more than it needs: several kinds take turns.
void fit_scratch(frame_scratch& to, const character_kind& kind);

/// The animated pose relative to parents, as all systems after constrain read it.
inline const local_pose& posed_bones(const character_kind& kind, const local_pose& given,
                                     const frame_scratch& scratch) {
    return kind.constraints.empty() ? given : scratch.constrained;
}

/// @{
/// Where pose writes a block's bones, and where palette reads those that are shown.
inline bone_transforms& shown_bones(const character_kind& kind, bone_transforms& kept,
                                    frame_scratch& scratch) {
    return keeps_all(kind) && !is_two_way(kind) ? kept : scratch.bones;
}
inline const bone_transforms& shown_bones(const character_kind& kind, const bone_transforms& kept,
                                          const frame_scratch& scratch) {
    return keeps_all(kind) ? kept : scratch.bones;
}
/// @}

} // namespace jounce
