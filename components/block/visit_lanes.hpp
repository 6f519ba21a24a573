#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/reference_state.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/components/block/vrm_state.hpp>

#include <cstddef>
#include <span>

namespace jounce {

/// Calls `visit(std::span<lane>)` with one array, whose elements consist of lanes alone.
template <class Real, class Element, class Visit>
void visit_array(lane_vector<Element>& array, Visit&& visit) {
    static_assert(sizeof(Element) % sizeof(lane<Real>) == 0);
    visit(std::span<lane<Real>>(reinterpret_cast<lane<Real>*>(array.data()),
                                array.size() * (sizeof(Element) / sizeof(lane<Real>))));
}
/// @{
/// Calls `visit(std::span<lane>)` for each array of a component. Every element type consists of
/// lanes alone, so copying, hashing and snapshots need to know no more than this.
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
template <class Real, class Visit> void visit_lanes(basic_carried_motion<Real>& c, Visit&& visit) {
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
/// @}

/// The same for reading only.
template <class Component, class Visit> void read_lanes(const Component& c, Visit&& visit) {
    // One description of the arrays serves both: this passes its results on as const.
    visit_lanes(const_cast<Component&>(c),
                [&]<class Lane>(std::span<Lane> lanes) { visit(std::span<const Lane>(lanes)); });
}

} // namespace jounce
