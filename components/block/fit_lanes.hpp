#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/reference_state.hpp>
#include <jounce/components/block/rest_lane.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/components/block/visit_lanes.hpp>
#include <jounce/components/block/vrm_state.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace jounce {

/// @{ Calls `fit(array, count)` for each array of a component, with its length in a block of a
/// kind.
template <class Real, class Fit>
void fit_lanes(basic_local_pose<Real>& c, const basic_character_kind<Real>& kind, Fit&& fit) {
    fit(c.bones, kind.rig.parents.size());
    fit(c.stretch, kind.rig.is_affine ? kind.rig.parents.size() : 0);
}
template <class Real, class Fit>
void fit_lanes(basic_reference_state<Real>& c, const basic_character_kind<Real>& kind, Fit&& fit) {
    fit(c.particles, kind.springs.springs.size());
    fit(c.fresh, 1);
}
template <class Real, class Fit>
void fit_lanes(basic_dynamic_pose<Real>& c, const basic_character_kind<Real>& kind, Fit&& fit) {
    fit(c.heads, kind.springs.affected.size());
    fit(c.tails, kind.springs.affected.size());
}
template <class Real, class Fit>
void fit_lanes(basic_pose_history<Real>& c, const basic_character_kind<Real>& kind, Fit&& fit) {
    const basic_stable_set<Real>& stable = kind.springs.stable;
    const std::size_t walked = stable.walk.size();
    const std::size_t anchors = stable.anchors.size();
    fit(c.local, walked);
    fit(c.stretch, kind.rig.is_affine ? walked : 0);
    fit(c.anchors, anchors);
    fit(c.anchor_linear, kind.rig.is_affine ? anchors : 0);
    fit(c.tails, stable.springs.size());
    fit(c.local_rates, walked);
    fit(c.anchor_rates, anchors);
    fit(c.anchor_linear_rates, kind.rig.is_affine ? anchors : 0);
}
template <class Real, class Fit>
void fit_lanes(basic_frame_environment<Real>& c, const basic_character_kind<Real>& /*kind*/,
               Fit&& fit) {
    fit(c.lanes, 1);
}
template <class Real, class Fit>
void fit_lanes(basic_carried_motion<Real>& c, const basic_character_kind<Real>& /*kind*/,
               Fit&& fit) {
    fit(c.lanes, 1);
}
template <class Real, class Fit>
void fit_lanes(control_states& c, const basic_character_kind<Real>& /*kind*/, Fit&& fit) {
    fit(c.lanes, lane_count);
}
template <class Real, class Fit>
void fit_lanes(basic_stable_state<Real>& c, const basic_character_kind<Real>& kind, Fit&& fit) {
    fit(c.springs, kind.springs.stable.springs.size());
}
template <class Real, class Fit>
void fit_lanes(basic_block_colliders<Real>& c, const basic_character_kind<Real>& kind, Fit&& fit) {
    const std::size_t count = kind.springs.stable.colliders.size();
    fit(c.traits, count);
    for (lane_vector<lane_collider<Real>>* list :
         {&c.frame_start, &c.frame_end, &c.tick_start, &c.tick_end}) {
        fit(*list, count);
    }
    fit(c.motions, count);
}
template <class Real, class Fit>
void fit_lanes(basic_vrm_state<Real>& c, const basic_character_kind<Real>& kind, Fit&& fit) {
    fit(c.springs, kind.springs.vrm.springs.size());
}
template <class Real, class Fit>
void fit_lanes(basic_vrm_walk<Real>& c, const basic_character_kind<Real>& kind, Fit&& fit) {
    const std::size_t places = kind.springs.vrm.walk.size();
    const std::size_t sheared = kind.rig.is_affine ? places : 0;
    fit(c.past, places);
    fit(c.past_stretch, sheared);
    fit(c.past_linear, sheared);
    fit(c.now, places);
    fit(c.now_linear, sheared);
    fit(c.colliders, kind.springs.vrm.colliders.size());
}
template <class Real, class Fit>
void fit_lanes(basic_bone_transforms<Real>& c, const basic_character_kind<Real>& kind, Fit&& fit) {
    fit(c.bones, kept_count(kind));
    fit(c.linear, kind.rig.is_affine ? kept_count(kind) : 0);
}
template <class Real, class Fit>
void fit_lanes(basic_palette<Real>& c, const basic_character_kind<Real>& kind, Fit&& fit) {
    c.mode = kind.bind.mode;
    c.joint_count = static_cast<std::int32_t>(kind.bind.joints.size());
    fit(c.rows, std::size_t{lane_count} * static_cast<std::size_t>(c.lane_stride()));
}
/// @}

/// What all lanes of a kind's colliders have in common.
template <class Real>
void copy_traits(const basic_character_kind<Real>& kind, basic_block_colliders<Real>& to) {
    for (std::size_t i = 0; i < kind.springs.stable.colliders.size(); ++i) {
        const collider& body = kind.springs.stable.colliders[i].body;
        to.traits[i] = {body.shape, body.inside, body.groups};
    }
}

/// Bytes that the arrays of a component take in a slot.
template <class Component, class Real>
std::size_t component_bytes(const basic_character_kind<Real>& kind) {
    std::size_t bytes = 0;
    Component none;
    fit_lanes(none, kind, [&]<class Element>(lane_vector<Element>&, std::size_t count) {
        bytes += lane_slot::share(count * sizeof(Element));
    });
    return bytes;
}

/// Gives a component arrays of the right sizes, every lane at rest; in a slot as far as it has room, else
/// on the heap.
template <class Component, class Real>
void make_component(Component& to, const basic_character_kind<Real>& kind,
                    const slot_handle& slot) {
    fit_lanes(to, kind, [&]<class Element>(lane_vector<Element>& array, std::size_t count) {
        array = lane_vector<Element>(count, arena_allocator<Element>(slot));
    });
    if constexpr (requires { copy_traits(kind, to); }) {
        copy_traits(kind, to);
    }
    rest_lane(to, kind, 0);
    const auto spread = [](std::span<lane<Real>> all) {
        for (lane<Real>& value : all) {
            std::fill_n(value.v, lane_count, value.v[0]);
        }
    };
    if constexpr (requires { visit_lanes(to, spread); }) {
        visit_lanes(to, spread); // whole registers are quicker than a lane after the other
    } else {
        for (int lane = 1; lane < lane_count; ++lane) {
            rest_lane(to, kind, lane);
        }
    }
}

} // namespace jounce
