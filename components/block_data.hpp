#pragma once

#include <jounce/components/archetype.hpp>
#include <jounce/components/lanes.hpp>
#include <jounce/components/palette.hpp>
#include <jounce/components/poses.hpp>
#include <jounce/components/springs.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace jounce {

/// The components of one block together: for callers without an ECS, and for making an entity's
/// components in the first place.
template <class Real> struct basic_block_data {
    basic_local_pose<Real> local;
    basic_rigid_pose<Real> rigid;
    basic_springs<Real> springs;
    basic_dynamic_pose<Real> dynamic;
    basic_bone_transforms<Real> transforms;
    basic_palette<Real> palette;
};

using block_data = basic_block_data<float>;

/// Arrays of the right sizes, every lane at rest.
template <class Real> basic_block_data<Real> make_block_data(const basic_archetype<Real>& kind);

/// Puts one lane of a component at rest, as if its character had just been spawned.
template <class Real>
void rest_lane(basic_local_pose<Real>& to, const basic_archetype<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_rigid_pose<Real>& to, const basic_archetype<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_springs<Real>& to, const basic_archetype<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_dynamic_pose<Real>& to, const basic_archetype<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_bone_transforms<Real>& to, const basic_archetype<Real>& kind, int lane);
template <class Real>
void rest_lane(basic_palette<Real>& to, const basic_archetype<Real>& kind, int lane);

/// Calls `visit(std::span<lane>)` for each array of a component. Every element type consists of
/// lanes alone, so copying, hashing and snapshots need to know no more than this.
template <class Real, class Element, class Visit>
void visit_array(std::vector<Element>& array, Visit&& visit) {
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
template <class Real, class Visit> void visit_lanes(basic_springs<Real>& c, Visit&& visit) {
    visit_array<Real>(c.particles, visit);
    visit_array<Real>(c.fresh, visit);
}
template <class Real, class Visit> void visit_lanes(basic_dynamic_pose<Real>& c, Visit&& visit) {
    visit_array<Real>(c.heads, visit);
    visit_array<Real>(c.tails, visit);
}
template <class Real, class Visit> void visit_lanes(basic_bone_transforms<Real>& c, Visit&& visit) {
    visit_array<Real>(c.bones, visit);
    visit_array<Real>(c.linear, visit);
}

} // namespace jounce
