#include <jounce/systems/stable/stable_pose.hpp>

#include <jounce/systems/stable/collider_ends.hpp>
#include <jounce/systems/stable/contacts.hpp>
#include <jounce/systems/stable/walk.hpp>

#include <cstddef>
#include <cstring>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// The deflection to show, kept out of colliders that have moved on since the last tick.
template <class Real>
JOUNCE_INLINE bent_bone<Real>
shown(const stable_pose_view<Real>& block, const stable_spring<Real>& spring,
      const spring_state<Real>& state, const following_bone<Real>& bone,
      const spring_frame<Real>& frame, Real progress, const num<Real>& weight) {
    const vec<Real> before = load(state.before);
    const vec<Real> y = spring.weight * (before + progress * (load(state.deflection) - before));
    if (block.colliders.traits.empty() || spring.collides_with == 0) {
        return bend<Real>(spring, weight * y);
    }
    const bent_bone<Real> whole = bend<Real>(spring, y);
    const vec<Real> tail = bone.head + frame.size * rotate(frame.turn, whole.tail);
    const vec<Real> from = load(state.position);
    if (!is_near_colliders<Real>(block.colliders, spring, bone.head, from, tail)) {
        return bend<Real>(spring, weight * y);
    }
    meeting<Real> met;
    describe<Real>(met, bone.head, tail, frame, y, whole);
    store(met.from, from);
    store(met.velocity, zero_vec<Real>());
    resolve_contacts<Real>(block.colliders, spring, met);
    // Colliders have the same weight as the springs: at none of it the pose is the animated one.
    return bend<Real>(spring, weight * load(met.deflection));
}

/// Poses every bone that springs move, parents first.
template <bool Affine, class Real>
void pose_walk(const stable_pose_view<Real>& block, Real progress, const num<Real>& weight,
               basic_bone_transforms<Real>& out) {
    lane_mat3<Real> linear;
    const std::size_t count = block.set.walk.size();
    for (std::size_t w = 0; w < count; ++w) {
        const walked_bone& walked = block.set.walk.data()[w];
        const std::size_t b = static_cast<std::size_t>(walked.bone);
        const lane_vec3<Real>* stretch = Affine ? block.local.stretch.data() + b : nullptr;
        const following_bone<Real> bone =
            follow<Affine>(block.scratch, block.scratch.now, walked,
                           load(block.local.bones.data()[b]), stretch, linear);
        if (walked.spring < 0) {
            leave<Affine>(block.scratch.now, w, bone);
        } else {
            const std::size_t s = static_cast<std::size_t>(walked.spring);
            const stable_spring<Real>& spring = block.set.springs.data()[s];
            const spring_frame<Real> frame = frame_of<Affine>(spring, bone);
            leave<Affine>(block.scratch.now, w, spring, form_of(spring), bone, frame,
                          shown<Real>(block, spring, block.state.springs.data()[s], bone, frame,
                                      progress, weight));
        }
        out.bones.data()[b] = block.scratch.now.bones.data()[w];
        if constexpr (Affine) {
            out.linear.data()[b] = block.scratch.now.linear.data()[w];
        }
    }
}

} // namespace

template <class Real>
void stable_pose(const stable_pose_view<Real>& block, Real progress,
                 basic_bone_transforms<Real>& out) noexcept {
    const std::size_t bones = block.rig.parents.size();
    std::memcpy(out.bones.data(), block.rigid.bones.data(), bones * sizeof(lane_transform<Real>));
    if (block.rig.is_affine) {
        std::memcpy(out.linear.data(), block.rigid.linear.data(), bones * sizeof(lane_mat3<Real>));
    }
    const num<Real> weight = load(block.environment.lanes.front().weight);
    const std::size_t anchors = block.set.anchors.size();
    for (std::size_t a = 0; a < anchors; ++a) {
        const std::size_t bone = static_cast<std::size_t>(block.set.anchors.data()[a]);
        block.scratch.anchors.data()[a] = block.rigid.bones.data()[bone];
        if (block.rig.is_affine) {
            block.scratch.anchor_linear.data()[a] = block.rigid.linear.data()[bone];
        }
    }
    // Colliders of the last tick stand at `tick_end`; those of this moment take the place of its
    // start, which is not needed any more.
    swap_tick_ends(block.colliders);
    place_colliders<Real>(block.colliders, splat(Real(1)), [](const vec<Real>&, const vec<Real>&) {
        return zero_vec<Real>(); // the shown pose does not evolve further
    });

    if (block.rig.is_affine) {
        pose_walk<true>(block, progress, weight, out);
    } else {
        pose_walk<false>(block, progress, weight, out);
    }
    swap_tick_ends(block.colliders);
}

JOUNCE_DEFINED(stable_pose)

} // namespace jounce::JOUNCE_LEVEL
