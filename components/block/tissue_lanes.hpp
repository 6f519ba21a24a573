#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/block/fit_lanes.hpp>
#include <jounce/components/block/tissue_state.hpp>
#include <jounce/components/block/visit_lanes.hpp>

#include <cstddef>

namespace jounce {

/// @{
/// As fit_lanes.hpp, for kinds with flesh.
template <class Real, class Fit>
void fit_lanes(basic_tissue_state<Real>& c, const basic_character_kind<Real>& kind, Fit&& fit) {
    fit(c.handles, static_cast<std::size_t>(kind.tissue->handle_count));
    fit(c.joints, kind.tissue->joints.size());
    fit(c.lanes, 1);
    fit(c.colliders, kind.tissue->colliders.size());
}
template <class Real, class Fit>
void fit_lanes(basic_displacements<Real>& c, const basic_character_kind<Real>& kind, Fit&& fit) {
    fit(c.handles, static_cast<std::size_t>(kind.tissue->handle_count));
}
/// @}

/// @{
/// As rest_lane.hpp: no displacement, and nothing is known of the motion.
template <class Real>
void rest_lane(basic_tissue_state<Real>& to, const basic_character_kind<Real>& /*kind*/, int lane) {
    for (tissue_handle<Real>& one : to.handles) {
        set_lane(one.now, lane, vec3<Real>{});
        set_lane(one.before, lane, vec3<Real>{});
        set_lane(one.turned, lane, vec3<Real>{});
        set_lane(one.velocity, lane, vec3<Real>{});
    }
    for (tissue_joint_past<Real>& one : to.joints) {
        for (lane_affine<Real>* at : {&one.tick, &one.tick_before, &one.frame, &one.frame_before}) {
            set_lane(at->linear, lane, mat3<Real>{});
            set_lane(at->translation, lane, vec3<Real>{});
        }
    }
    for (lane_collider<Real>& one : to.colliders) {
        set_lane(one.a, lane, vec3<Real>{});
        set_lane(one.b, lane, vec3<Real>{});
        one.radius.v[lane] = 0;
        one.radius_b.v[lane] = 0;
        set_lane(one.rotation, lane, quat<Real>{});
        set_lane(one.half, lane, vec3<Real>{});
    }
    to.lanes.front().known.v[lane] = 0;
    to.lanes.front().tick.v[lane] = 0;
}
template <class Real>
void rest_lane(basic_displacements<Real>& to, const basic_character_kind<Real>& /*kind*/,
               int lane) {
    for (lane_vec3<Real>& one : to.handles) {
        set_lane(one, lane, vec3<Real>{});
    }
}
/// @}

/// @{
/// As visit_lanes.hpp.
template <class Real, class Visit> void visit_lanes(basic_tissue_state<Real>& c, Visit&& visit) {
    visit_array<Real>(c.handles, visit);
    visit_array<Real>(c.joints, visit);
    visit_array<Real>(c.lanes, visit);
    visit_array<Real>(c.colliders, visit);
}
template <class Real, class Visit> void visit_lanes(basic_displacements<Real>& c, Visit&& visit) {
    visit_array<Real>(c.handles, visit);
}
/// @}

} // namespace jounce
