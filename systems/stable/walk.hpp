#pragma once

// Walking down the bones that springs move, parents first. Kernel sources only.

#include <jounce/components/block/stable_scratch.hpp>
#include <jounce/systems/pose/bone_frame.hpp>
#include <jounce/systems/stable/bend.hpp>
#include <jounce/systems/stable/curve.hpp>
#include <jounce/systems/stable/stable_view.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

/// A bone that follows its parent rigidly in its animated pose.
template <class Real> struct following_bone {
    rotation<Real> turn;
    vec<Real> head;
    num<Real> scale;
    /// Affine rigs only. In memory: nine numbers more would drive the others out of the registers.
    const lane_mat3<Real>* linear;
};

/// A bone between two frames.
template <class Real>
JOUNCE_INLINE local_bone<Real> mix(const frame_ways<Real>& ways, const lane_transform<Real>& a,
                                   const lane_transform<Real>& b, const lane_pose_rate<Real>& rate,
                                   const num<Real>& share, const num<Real>& bow) {
    const num<Real> scale = load(a.scale);
    return {mix<Real>(ways, load(a.rotation), load(b.rotation), rate.rotation, share, bow),
            mix<Real>(ways, load(a.translation), load(b.translation), rate.translation, share, bow),
            scale + share * (load(b.scale) - scale)};
}

/// Writes where the anchors are when `share` of the frame has passed.
template <class Real, class Set>
JOUNCE_INLINE void place_anchors(const stable_view<Real, Set>& block, const frame_ways<Real>& ways,
                                 const num<Real>& share) {
    const num<Real> bow = bow_at<Real>(share);
    const std::size_t count = block.set.anchors.size();
    for (std::size_t a = 0; a < count; ++a) {
        const std::size_t bone = static_cast<std::size_t>(block.set.anchors.data()[a]);
        const local_bone<Real> here =
            mix<Real>(ways, block.history.anchors.data()[a], block.rigid.bones.data()[bone],
                      block.history.anchor_rates.data()[a], share, bow);
        lane_transform<Real>& out = block.scratch.anchors.data()[a];
        store(out.rotation, here.turn);
        store(out.translation, here.head);
        store<Real>(out.scale, here.scale);
        if (block.rig.is_affine) {
            const lane_mat3<Real>& from = block.history.anchor_linear.data()[a];
            const lane_mat3<Real>& to = block.rigid.linear.data()[bone];
            const lane_mat3<Real>& rate = block.history.anchor_linear_rates.data()[a];
            for (int c = 0; c < 3; ++c) {
                const vec<Real> begin = load(from.column[c]);
                const vec<Real> way = load(to.column[c]) - begin;
                const vec<Real> off = bow_of<Real>(ways, way, load(rate.column[c]), wide2<Real>);
                store(block.scratch.anchor_linear.data()[a].column[c],
                      begin + share * way + bow * off);
            }
        }
    }
}

/// The bone under its parent as the walk computed it.
/// @param stretch, linear  affine rigs only: scale by axis, and room for the bone's matrix
template <bool Affine, class Real>
JOUNCE_INLINE following_bone<Real> follow(const basic_stable_scratch<Real>& scratch,
                                          const walked_frames<Real>& walk, const walked_bone& at,
                                          const local_bone<Real>& local,
                                          const lane_vec3<Real>* stretch, lane_mat3<Real>& linear) {
    following_bone<Real> out = {local.turn, local.head, local.scale, &linear};
    if constexpr (Affine) {
        matrix<Real> own = to_matrix(out.turn);
        const vec<Real> by = out.scale * load(*stretch);
        own.column[0] = by.x * own.column[0];
        own.column[1] = by.y * own.column[1];
        own.column[2] = by.z * own.column[2];
        store(linear, own);
    }
    if (at.parent < 0 && at.anchor < 0) {
        return out;
    }
    const bool on_walk = at.parent >= 0;
    const std::ptrdiff_t p = on_walk ? at.parent : at.anchor;
    const lane_transform<Real>& parent = on_walk ? walk.bones.data()[p] : scratch.anchors.data()[p];
    const rotation<Real> turn = load(parent.rotation);
    const vec<Real> arm = out.head;
    // A stretched parent moves its children along but does not stretch them.
    out.scale *= load(on_walk ? walk.scale.data()[p] : parent.scale);
    if constexpr (Affine) {
        const matrix<Real> above =
            load(on_walk ? walk.linear.data()[p] : scratch.anchor_linear.data()[p]);
        out.head = load(parent.translation) + above * arm;
        num<Real> undo = splat(Real(1));
        if (on_walk) {
            const num<Real> reach = load(parent.scale);
            const mask<Real> gone = less_equal<Real>(reach.abs(), splat(Real(1e-20)));
            undo = where<Real>(
                gone, undo, load(walk.scale.data()[p]) / where<Real>(gone, splat(Real(1)), reach));
        }
        store(linear, undo * (above * load(linear)));
    } else {
        out.head = load(parent.translation) + load(parent.scale) * rotate(turn, arm);
    }
    out.turn = turn * out.turn;
    return out;
}

/// What a spring is measured in: the bone's frame with its axis along the animated bone, and the
/// bone's length in model space. Only shear makes this frame differ from the bone's own.
template <class Real> struct spring_frame {
    rotation<Real> turn;
    num<Real> size;
    num<Real> inverse_size;
};
template <bool Affine, class Real, class Spring>
JOUNCE_INLINE spring_frame<Real> frame_of(const Spring& spring, const following_bone<Real>& bone) {
    spring_frame<Real> out = {bone.turn, value(spring.length) * bone.scale, {}};
    if constexpr (Affine) {
        if (!spring.translate) {
            const vec<Real> axis = splat(spring.axis);
            const vec<Real> arm = load(*bone.linear) * axis;
            const num<Real> distance = length(arm);
            const mask<Real> flat = less_equal<Real>(distance, splat(Real(1e-20)));
            const num<Real> safe = where<Real>(flat, splat(Real(1)), distance);
            const vec<Real> straight = rotate(bone.turn, axis);
            const vec<Real> along =
                where<Real>(flat, straight, num<Real>(splat(Real(1)) / safe) * arm);
            out.turn = shortest_arc(straight, along) * bone.turn;
            out.size = spring.length * distance;
        }
    }
    const mask<Real> some = less<Real>(splat(Real(1e-12)), out.size.abs());
    out.inverse_size = only_where<Real>(some, splat(Real(1)) / out.size);
    return out;
}

/// Stores a bone without a spring, for its children.
template <bool Affine, class Real>
JOUNCE_INLINE void leave(walked_frames<Real>& walk, std::size_t at,
                         const following_bone<Real>& bone) {
    lane_transform<Real>& out = walk.bones.data()[at];
    store(out.rotation, bone.turn);
    store(out.translation, bone.head);
    store<Real>(out.scale, bone.scale);
    store<Real>(walk.scale.data()[at], bone.scale);
    if constexpr (Affine) {
        walk.linear.data()[at] = *bone.linear;
    }
}

/// Stores a spring bone after its deflection, for its children.
template <bool Affine, class Real, class Spring>
JOUNCE_INLINE void leave(walked_frames<Real>& walk, std::size_t at, const Spring& spring,
                         const spring_form& form, const following_bone<Real>& bone,
                         const spring_frame<Real>& frame, const bent_bone<Real>& bent) {
    if constexpr (!is_side_by_side<Spring>) {
        if (form.translates) {
            following_bone<Real> shifted = bone;
            const vec<Real> by = bent.tail - spring.tail * splat(spring.axis);
            shifted.head = bone.head + frame.size * rotate(frame.turn, by);
            leave<Affine>(walk, at, shifted);
            return;
        }
    }
    lane_transform<Real>& out = walk.bones.data()[at];
    store(out.translation, bone.head);
    store<Real>(out.scale, bone.scale * bent.stretch);
    store<Real>(walk.scale.data()[at], bone.scale);
    if constexpr (Affine) {
        // The same turn seen from the model; one that is none stays exactly none.
        const vec<Real> axis = rotate(frame.turn, vec<Real>{bent.turn.x, bent.turn.y, bent.turn.z});
        const rotation<Real> turn = {axis.x, axis.y, axis.z, bent.turn.w};
        store(out.rotation, turn * bone.turn);
        store(walk.linear.data()[at], bent.stretch * (to_matrix(turn) * load(*bone.linear)));
    } else {
        store(out.rotation, bone.turn * bent.turn);
    }
}

} // namespace jounce::JOUNCE_LEVEL
