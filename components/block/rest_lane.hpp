#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/reference_state.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/components/block/vrm_state.hpp>

#include <cstddef>

namespace jounce {

/// @{
/// Puts one lane of a component at rest, as if its character had just been spawned.
template <class Real>
void rest_lane(basic_local_pose<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_rigid_pose<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_reference_state<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_dynamic_pose<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_pose_history<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_frame_environment<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_carried_motion<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_block_colliders<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_stable_state<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_vrm_state<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_vrm_walk<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_bone_transforms<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_palette<Real>& to, const basic_character_kind<Real>& kind, int lane);
template <class Real>
void rest_lane(control_states& to, const basic_character_kind<Real>& /*kind*/, int lane) {
    to.lanes[static_cast<std::size_t>(lane)] = {};
}
/// @}

} // namespace jounce
