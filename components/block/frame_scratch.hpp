#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/stable_scratch.hpp>
#include <jounce/components/host/host_input.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace jounce {

/// What the systems of one frame hand to each other about a block and drop afterwards. It
/// belongs to the thread that runs them, one per block that is under way at a time, and stays in cache: a
/// component of every block would go out to memory and come back for nothing.
struct frame_scratch {
    /// Of kinds whose bones follow others, the animated pose after that. Written by constrain.
    local_pose constrained;
    rigid_pose rigid;              ///< arrays may be longer than the block's kind needs
    jounce::stable_scratch stable; ///< its arrays may be longer too
    /// Of kinds that do not keep all of them (`keeps_all`), as long as these need. Written by pose.
    bone_transforms bones;
    /// Memory of a block that comes next. Compute-bound systems may prefetch it.
    std::span<const std::byte> ahead = {};
    /// Systems that visit the block in this frame, a bit each. Written by the pipeline.
    std::uint64_t systems = 0;
    /// Lanes whose character has a place for the first time. Written by prepare.
    std::uint32_t placed_lanes = 0;
    /// Lanes whose springs the host asked to start again. Written by prepare, done by the solver.
    std::uint32_t reset_lanes = 0;
    /// Where between the last two ticks the frame ends, 0..1. Written by systems that tick.
    float shown = 1;
    /// The palette goes past the caches: it would not be read again while it is still in one.
    bool streams = false;
    /// What the host gave the block's characters that cannot be used. Written by all that read such; taken
    /// and cleared by the pipeline.
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
/// Where pose writes a block's bones and palette reads them.
inline bone_transforms& shown_bones(const character_kind& kind, bone_transforms& kept,
                                    frame_scratch& scratch) {
    return keeps_all(kind) ? kept : scratch.bones;
}
inline const bone_transforms& shown_bones(const character_kind& kind, const bone_transforms& kept,
                                          const frame_scratch& scratch) {
    return keeps_all(kind) ? kept : scratch.bones;
}
/// @}

} // namespace jounce
