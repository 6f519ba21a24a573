#pragma once

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/stable_state.hpp>

#include <cstddef>

namespace jounce {

/// The components of a block whose lanes are chains of equal shape, see `strand_set.hpp`. Scratch of
/// a frame: filled from the block that the chains belong to, whose state is then written back.
template <class Real> struct basic_strand_room {
    basic_local_pose<Real> local;     ///< [walked bone of a chain]
    basic_rigid_pose<Real> rigid;     ///< the anchor alone
    basic_pose_history<Real> history; ///< what ordinary springs read of it
    basic_frame_environment<Real> environment;
    basic_carried_motion<Real> carried;
    basic_block_colliders<Real> colliders;
    basic_stable_state<Real> state; ///< [spring of a chain]
};

/// Makes room for chains side by side of so many bones and springs, and so many colliders; it may be
/// more than they need.
template <class Real>
void fit_strand_room(basic_strand_room<Real>& to, std::size_t bones, std::size_t springs,
                     std::size_t colliders);

using strand_room = basic_strand_room<float>; ///< in float, as programs use it

} // namespace jounce
