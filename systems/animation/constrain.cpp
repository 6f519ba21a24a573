#include <jounce/systems/animation/constrain.hpp>

#include <jounce/systems/pose/bone_frame.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// Part of the way between two rotations at an even pace, by halving: exact to the last digit like
/// the sines of the usual formula, but the same bits on every CPU.
template <class Real>
JOUNCE_INLINE rotation<Real> part_way(rotation<Real> from, rotation<Real> to, Real share) {
    if (!(share > Real(0))) {
        return from;
    }
    const num<Real> cosine = from.x * to.x + from.y * to.y + from.z * to.z + from.w * to.w;
    const num<Real> one = splat(Real(1));
    const num<Real> sign = where<Real>(less<Real>(cosine, splat(Real(0))), num<Real>(-one), one);
    to = {sign * to.x, sign * to.y, sign * to.z, sign * to.w};
    constexpr int digits = sizeof(Real) == 4 ? 26 : 54;
    for (int i = 0; i < digits && share < Real(1); ++i) {
        const rotation<Real> middle =
            normalised(rotation<Real>{from.x + to.x, from.y + to.y, from.z + to.z, from.w + to.w});
        if (share < Real(0.5)) {
            to = middle;
            share = share + share;
        } else {
            from = middle;
            share = share + share - Real(1);
        }
        if (share == Real(0)) {
            return from;
        }
    }
    return to;
}

/// A bone of the animated pose in model space, as its chain of parents has it.
template <class Real>
JOUNCE_APART bone_frame<Real> model_frame(const basic_rig<Real>& rig,
                                          const basic_local_pose<Real>& pose, std::int32_t bone) {
    bone_frame<Real> out = no_frame<Real>();
    for (std::ptrdiff_t b = bone; b >= 0; b = rig.parents.data()[b]) {
        const local_frame<Real> local = load_local<Real>(
            pose.bones.data()[b], rig.is_affine ? pose.stretch.data() + b : nullptr);
        // All bones above come later in this loop, so everything so far is below this bone.
        const bone_frame<Real> above = under(rig.is_affine, no_frame<Real>(), local);
        out.head = above.head + outward(rig.is_affine, above, out.head);
        out.turn = above.turn * out.turn;
        out.scale = above.scale * out.scale;
        out.linear = rig.is_affine ? above.linear * out.linear : out.linear;
    }
    return out;
}

template <class Real>
JOUNCE_INLINE rotation<Real> rolled(const node_constraint<Real>& one,
                                    const rotation<Real>& source) {
    // What the source has turned, seen in the bone's frame at rest; less what tilts the axis.
    const rotation<Real> into = splat(one.source_to_bone);
    const rotation<Real> turned = into * (splat(one.source_rest_back) * source) * conjugate(into);
    const vec<Real> axis = splat(one.axis);
    const rotation<Real> tilt = shortest_arc(axis, rotate(turned, axis));
    return splat(one.rest) * (conjugate(tilt) * turned);
}

template <class Real>
JOUNCE_INLINE rotation<Real> aimed(const basic_rig<Real>& rig, const basic_local_pose<Real>& pose,
                                   const node_constraint<Real>& one) {
    const std::ptrdiff_t bone = one.bone;
    const bone_frame<Real> parent = model_frame<Real>(rig, pose, rig.parents.data()[bone]);
    const vec<Real> head =
        parent.head + outward(rig.is_affine, parent, load(pose.bones.data()[bone].translation));
    const bone_frame<Real> source = model_frame<Real>(rig, pose, one.source);
    const vec<Real> from = rotate(parent.turn * splat(one.rest), splat(one.axis));
    const rotation<Real> arc = shortest_arc(from, unit_or<Real>(source.head - head, from));
    return conjugate(parent.turn) * arc * parent.turn * splat(one.rest);
}

} // namespace

template <class Real>
void constrain(const basic_rig<Real>& rig, const basic_constraint_set<Real>& set,
               basic_local_pose<Real>& pose) noexcept {
    const std::size_t count = set.constraints.size();
    for (std::size_t c = 0; c < count; ++c) {
        const node_constraint<Real>& one = set.constraints.data()[c];
        const rotation<Real> source = load(pose.bones.data()[one.source].rotation);
        rotation<Real> target;
        switch (one.kind) {
        case constraint_kind::rotation:
            target = splat(one.rest) * (splat(one.source_rest_back) * source);
            break;
        case constraint_kind::roll: target = rolled<Real>(one, source); break;
        default: target = aimed<Real>(rig, pose, one); break;
        }
        store(pose.bones.data()[one.bone].rotation,
              normalised(part_way<Real>(splat(one.rest), target, one.weight)));
    }
}

JOUNCE_DEFINED(constrain)

} // namespace jounce::JOUNCE_LEVEL
