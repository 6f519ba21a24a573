#include <jounce/components/block/block_data.hpp>

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/block/frame_scratch.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace jounce {
namespace {

template <class Element> void fit_at_least(lane_vector<Element>& array, std::size_t count) {
    if (array.size() < count) {
        array.resize(count);
    }
}

} // namespace

template <class Real> bool has_reactive_bones(const basic_tissue_set<Real>& set) {
    return !set.reactive.bones.empty();
}

template <class Real>
void fit_pose(basic_rigid_pose<Real>& to, const basic_character_kind<Real>& kind) {
    const std::size_t bones = kind.rig.parents.size();
    fit_at_least(to.bones, bones);
    fit_at_least(to.linear, kind.rig.is_affine ? bones : 0);
    fit_at_least(to.tails, kind.springs.affected.size());
}

template <class Real>
void fit_stable_scratch(basic_stable_scratch<Real>& to, const basic_character_kind<Real>& kind) {
    const basic_stable_set<Real>& stable = kind.springs.stable;
    const bool is_affine = kind.rig.is_affine;
    const std::size_t walked = stable.walk.size();
    for (walked_frames<Real>* frames : {&to.now, &to.frozen}) {
        fit_at_least(frames->bones, walked);
        fit_at_least(frames->scale, walked);
        fit_at_least(frames->linear, is_affine ? walked : 0);
    }
    fit_at_least(to.recoil, walked);
    fit_at_least(to.anchors, stable.anchors.size());
    fit_at_least(to.anchor_linear, is_affine ? stable.anchors.size() : 0);
    fit_at_least(to.force, stable.springs.size());
    const std::size_t parted = stable.chains_collide ? stable.springs.size() : 0;
    fit_at_least(to.parted, parted);
    fit_at_least(to.parted_velocity, parted);
}

template <class Real>
void fit_strand_room(basic_strand_room<Real>& to, std::size_t bones, std::size_t springs,
                     std::size_t colliders) {
    fit_at_least(to.local.bones, bones);
    fit_at_least(to.history.local, bones);
    fit_at_least(to.history.local_rates, bones);
    fit_at_least(to.state.springs, springs);
    fit_at_least(to.rigid.bones, 1);
    fit_at_least(to.history.anchors, 1);
    fit_at_least(to.history.anchor_rates, 1);
    fit_at_least(to.environment.lanes, 1);
    fit_at_least(to.carried.lanes, 1);
    basic_block_colliders<Real>& among = to.colliders; // whose number is that of the block
    among.traits.reserve(colliders);
    among.motions.reserve(colliders);
    for (lane_vector<lane_collider<Real>>* list :
         {&among.frame_start, &among.frame_end, &among.tick_start, &among.tick_end}) {
        list->reserve(colliders);
    }
}

template <class Real>
void fit_tissue_scratch(basic_tissue_scratch<Real>& to, const basic_tissue_set<Real>& set) {
    const std::size_t joints = set.joints.size();
    const std::size_t handles = static_cast<std::size_t>(set.handle_count);
    for (lane_vector<lane_affine<Real>>* list : {&to.joints, &to.second}) {
        fit_at_least(*list, joints);
    }
    fit_at_least(to.turns, set.blend_first.size()); // one more than there are
    for (lane_vector<lane_vec3<Real>>* list :
         {&to.offset, &to.carried, &to.velocity, &to.push, &to.gradient, &to.result}) {
        fit_at_least(*list, handles + tiled_matrix<Real>::tile); // products end with a whole tile
    }
    fit_at_least(to.modes,
                 3 * (static_cast<std::size_t>(set.mode_count) + tiled_matrix<Real>::tile));
    if (set.newton_steps > 0 || !set.reactive.bones.empty()) {
        const std::size_t row = padded_row(set.size() + set.reactive.size());
        fit_at_least(to.matrix, row * row / lane_count);
        fit_at_least(to.vectors, tissue_vectors * row / lane_count);
    }
    fit_at_least(to.tiers, 1);
    fit_at_least(to.frames, set.reactive.bones.size());
    fit_at_least(to.animated, set.reactive.bones.empty() ? 0 : joints);
    fit_at_least(to.steps, 2 * set.reactive.bones.size());
    if (set.probes.empty()) {
        return;
    }
    fit_at_least(to.contacts, set.probes.size());
    fit_at_least(to.obstacles, set.colliders.size());
    fit_at_least(to.boxes, set.groups() + 1);
    fit_at_least(to.near, set.groups());
    fit_at_least(to.touched, 1);
    const std::size_t held = std::min(most_held, set.probes.size());
    fit_at_least(to.held, held);
    fit_at_least(to.answers, (1 + 3 * held) * padded_row(set.size()) / lane_count);
}

void fit_scratch(frame_scratch& to, const character_kind& kind) {
    fit_pose(to.rigid, kind);
    fit_stable_scratch(to.stable, kind);
    if (const basic_stable_set<float>& set = kind.springs.stable;
        !kind.rig.is_affine && !set.chains_collide && !set.empty()) {
        // Of two chains that are equal neither has more than half.
        fit_strand_room(to.strands, set.walk.size() / 2, set.springs.size() / 2,
                        set.colliders.size());
    }
    if (kind.tissue != nullptr) {
        fit_tissue_scratch(to.tissue, *kind.tissue);
    }
    if (!kind.constraints.empty()) {
        fit_at_least(to.constrained.bones, kind.rig.parents.size());
        fit_at_least(to.constrained.stretch, kind.rig.is_affine ? kind.rig.parents.size() : 0);
    }
    if (!keeps_all(kind) || is_two_way(kind)) {
        // Just as long: whether there are linear parts tells affine rigs from others.
        to.bones.bones.resize(kind.rig.parents.size());
        to.bones.linear.resize(kind.rig.is_affine ? kind.rig.parents.size() : 0);
    }
}

template <class Real>
basic_block_data<Real> make_block_data(const basic_character_kind<Real>& kind,
                                       const slot_handle& slot) {
    basic_block_data<Real> data;
    make_component(data.controls, kind, slot);
    data.each([&]<class Component>(Component& component) {
        if (slot && std::is_same_v<Component, basic_bone_transforms<Real>>) {
            slot->end_front();
        }
        make_component(component, kind, slot);
    });
    if (!slot) {
        // All that a host's own loop writes to.
        fit_pose(data.rigid, kind);
        fit_stable_scratch(data.scratch, kind);
        data.transforms.bones.resize(kind.rig.parents.size());
        data.transforms.linear.resize(kind.rig.is_affine ? kind.rig.parents.size() : 0);
        for (int lane = 0; lane < lane_count; ++lane) {
            rest_lane(data.rigid, kind, lane);
            rest_lane(data.transforms, kind, lane);
        }
    }
    return data;
}

template <class Real> std::size_t block_bytes(const basic_character_kind<Real>& kind) {
    std::size_t bytes = component_bytes<control_states>(kind);
    basic_block_data<Real>{}.each(
        [&]<class Component>(Component&) { bytes += component_bytes<Component>(kind); });
    return bytes;
}

// Float lanes run, double lanes verify.
#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template basic_block_data<Real> make_block_data(const basic_character_kind<Real>&,             \
                                                    const slot_handle&);                           \
    template bool has_reactive_bones(const basic_tissue_set<Real>&);                               \
    template std::size_t block_bytes(const basic_character_kind<Real>&);                           \
    template void fit_pose(basic_rigid_pose<Real>&, const basic_character_kind<Real>&);            \
    template void fit_stable_scratch(basic_stable_scratch<Real>&,                                  \
                                     const basic_character_kind<Real>&);                           \
    template void fit_strand_room(basic_strand_room<Real>&, std::size_t, std::size_t,              \
                                  std::size_t);                                                    \
    template void fit_tissue_scratch(basic_tissue_scratch<Real>&, const basic_tissue_set<Real>&);
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce
