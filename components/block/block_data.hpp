#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/fit_lanes.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/reference_state.hpp>
#include <jounce/components/block/rest_lane.hpp>
#include <jounce/components/block/stable_scratch.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/components/block/visit_lanes.hpp>
#include <jounce/components/block/vrm_state.hpp>
#include <jounce/components/host/placement.hpp>

#include <cstddef>

namespace jounce {

/// The components of a block of any solver together, for callers without an ECS. Components of
/// solvers other than the kind's own are empty.
template <class Real> struct basic_block_data {
    basic_local_pose<Real> local;
    basic_reference_state<Real> springs;
    basic_dynamic_pose<Real> dynamic;
    basic_pose_history<Real> history;
    basic_frame_environment<Real> environment;
    basic_carried_motion<Real> carried;
    basic_block_colliders<Real> colliders;
    basic_stable_state<Real> stable;
    basic_vrm_state<Real> vrm;
    basic_vrm_walk<Real> vrm_walk;
    basic_bone_transforms<Real> transforms;
    basic_palette<Real> palette;
    control_states controls;            ///< without numbers in lanes, so no part of `each`
    basic_rigid_pose<Real> rigid;       ///< scratch, no component; left out of blocks in an arena
    basic_stable_scratch<Real> scratch; ///< scratch, no component

    /// Calls `work` with each component.
    template <class Work> void each(Work&& work) {
        work(local);
        work(springs);
        work(dynamic);
        work(history);
        work(environment);
        work(carried);
        work(colliders);
        work(stable);
        work(vrm);
        work(vrm_walk);
        work(transforms);
        work(palette);
    }
};

using block_data = basic_block_data<float>; ///< in float, as programs use it

/// Arrays of the right sizes, every lane at rest; in a slot as far as it has room, else on the heap.
template <class Real>
basic_block_data<Real> make_block_data(const basic_character_kind<Real>& kind,
                                       const slot_handle& slot = {});

/// Bytes that the arrays of `make_block_data` take in a slot.
template <class Real> std::size_t block_bytes(const basic_character_kind<Real>& kind);

/// @{
/// Makes room for a block of a kind, which may be more than it needs: several kinds take turns.
template <class Real>
void fit_pose(basic_rigid_pose<Real>& to, const basic_character_kind<Real>& kind);
template <class Real>
void fit_stable_scratch(basic_stable_scratch<Real>& to, const basic_character_kind<Real>& kind);
/// @}

} // namespace jounce
