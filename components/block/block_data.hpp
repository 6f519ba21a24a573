#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/reference_state.hpp>
#include <jounce/components/block/stable_scratch.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/components/block/vrm_state.hpp>
#include <jounce/components/host/placement.hpp>

#include <cstddef>
#include <span>
#include <utility>

namespace jounce {

/// The components of one block together: for callers without an ECS, and for making an entity's
/// components in the first place.
template <class Real> struct basic_block_data {
    basic_local_pose<Real> local;
    basic_reference_state<Real> springs;
    basic_dynamic_pose<Real> dynamic;
    basic_pose_history<Real> history;
    basic_frame_environment<Real> conditions;
    basic_block_colliders<Real> colliders;
    basic_stable_state<Real> swing;
    basic_vrm_state<Real> vrm;
    basic_vrm_walk<Real> vrm_walk;
    basic_bone_transforms<Real> transforms;
    basic_palette<Real> palette;
    control_states controls;         ///< without numbers in lanes, so no part of `each`
    basic_rigid_pose<Real> rigid;    ///< scratch, no component; left out of blocks in an arena
    basic_stable_scratch<Real> walk; ///< so is this

    /// Calls `work` with each component.
    template <class Work> void each(Work&& work) {
        work(local);
        work(springs);
        work(dynamic);
        work(history);
        work(conditions);
        work(colliders);
        work(swing);
        work(vrm);
        work(vrm_walk);
        work(transforms);
        work(palette);
    }
};

using block_data = basic_block_data<float>;

/// Arrays of the right sizes, every lane at rest; in a slot as far as it has room, else on the heap.
template <class Real>
basic_block_data<Real> make_block_data(const basic_character_kind<Real>& kind,
                                       const slot_handle& slot = {});

/// What the arrays of `make_block_data` take of a slot.
template <class Real> std::size_t block_bytes(const basic_character_kind<Real>& kind);

/// Makes room for a block of a kind, which may be more than it needs: several kinds take turns.
template <class Real>
void fit_pose(basic_rigid_pose<Real>& to, const basic_character_kind<Real>& kind);
template <class Real>
void fit_stable_scratch(basic_stable_scratch<Real>& to, const basic_character_kind<Real>& kind);

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

/// Calls `visit(std::span<lane>)` for each array of a component. Every element type consists of
/// lanes alone, so copying, hashing and snapshots need to know no more than this.
template <class Real, class Element, class Visit>
void visit_array(lane_vector<Element>& array, Visit&& visit) {
    static_assert(sizeof(Element) % sizeof(lane<Real>) == 0);
    visit(std::span<lane<Real>>(reinterpret_cast<lane<Real>*>(array.data()),
                                array.size() * (sizeof(Element) / sizeof(lane<Real>))));
}
template <class Real, class Visit> void visit_lanes(basic_local_pose<Real>& c, Visit&& visit) {
    visit_array<Real>(c.bones, visit);
    visit_array<Real>(c.stretch, visit);
}
template <class Real, class Visit> void visit_lanes(basic_rigid_pose<Real>& c, Visit&& visit) {
    visit_array<Real>(c.bones, visit);
    visit_array<Real>(c.linear, visit);
    visit_array<Real>(c.tails, visit);
}
template <class Real, class Visit> void visit_lanes(basic_reference_state<Real>& c, Visit&& visit) {
    visit_array<Real>(c.particles, visit);
    visit_array<Real>(c.fresh, visit);
}
template <class Real, class Visit> void visit_lanes(basic_dynamic_pose<Real>& c, Visit&& visit) {
    visit_array<Real>(c.heads, visit);
    visit_array<Real>(c.tails, visit);
}
template <class Real, class Visit> void visit_lanes(basic_pose_history<Real>& c, Visit&& visit) {
    visit_array<Real>(c.local, visit);
    visit_array<Real>(c.stretch, visit);
    visit_array<Real>(c.anchors, visit);
    visit_array<Real>(c.anchor_linear, visit);
    visit_array<Real>(c.tails, visit);
    visit_array<Real>(c.local_rates, visit);
    visit_array<Real>(c.anchor_rates, visit);
    visit_array<Real>(c.anchor_linear_rates, visit);
}
template <class Real, class Visit>
void visit_lanes(basic_frame_environment<Real>& c, Visit&& visit) {
    visit_array<Real>(c.lanes, visit);
}
template <class Real, class Visit> void visit_lanes(basic_block_colliders<Real>& c, Visit&& visit) {
    visit_array<Real>(c.frame_start, visit);
    visit_array<Real>(c.frame_end, visit);
    visit_array<Real>(c.tick_start, visit);
    visit_array<Real>(c.tick_end, visit);
}
template <class Real, class Visit> void visit_lanes(basic_stable_state<Real>& c, Visit&& visit) {
    visit_array<Real>(c.springs, visit);
}
template <class Real, class Visit> void visit_lanes(basic_vrm_state<Real>& c, Visit&& visit) {
    visit_array<Real>(c.springs, visit);
}
template <class Real, class Visit> void visit_lanes(basic_vrm_walk<Real>& c, Visit&& visit) {
    visit_array<Real>(c.past, visit);
    visit_array<Real>(c.past_stretch, visit);
    visit_array<Real>(c.past_linear, visit);
    visit_array<Real>(c.now, visit);
    visit_array<Real>(c.now_linear, visit);
    visit_array<Real>(c.colliders, visit);
}
template <class Real, class Visit> void visit_lanes(basic_bone_transforms<Real>& c, Visit&& visit) {
    visit_array<Real>(c.bones, visit);
    visit_array<Real>(c.linear, visit);
}

} // namespace jounce
