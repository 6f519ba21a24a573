#pragma once

#include <jounce/components/assets/strand_set.hpp>
#include <jounce/components/block/strand_room.hpp>
#include <jounce/systems/simd/kernel.hpp>
#include <jounce/systems/stable/stable_view.hpp>

#include <array>

namespace jounce {

/// Whose chains are in which lanes when they lie side by side.
struct strand_lanes {
    std::array<int, lane_count> character{}; ///< [lane of a strand], lane of the block
    std::array<int, lane_count> used{};      ///< lanes of a strand that repeat no other
    int used_count = 0;
    int characters = 0; ///< in the first lanes, a chain of each
};

/// Fills a room with what ticks of chains side by side read: part of `gather_strands`.
/// Reads  local_pose, rigid_pose, pose_history, frame_environment, carried_motion, block_colliders,
/// stable_state.  Writes  the room.  Cost  O(springs of a chain + colliders).
/// @pre the room is large enough, and has as many colliders as the block
JOUNCE_KERNEL(fill_strands,
              (const stable_view<Real>& block, const basic_strand_set<Real>& strands,
               const strand_lanes& who, basic_strand_room<Real>& room),
              (block, strands, who, room))

} // namespace jounce
