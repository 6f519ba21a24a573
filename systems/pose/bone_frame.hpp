#pragma once

// A bone's frame in model space, with or without shear, and transforms of what is attached to it.
// Kernel sources only.

#include <jounce/components/base/lanes.hpp>
#include <jounce/systems/simd/rotation_math.hpp>

namespace jounce::JOUNCE_LEVEL {

template <class Real> struct bone_frame {
    rotation<Real> turn;
    vec<Real> head;
    num<Real> scale;
    matrix<Real> linear; ///< affine rigs only
};

/// A bone's animated pose relative to its parent.
template <class Real> struct local_bone {
    rotation<Real> turn;
    vec<Real> head;
    num<Real> scale;
};
template <class Real> JOUNCE_INLINE local_bone<Real> load(const lane_transform<Real>& from) {
    return {load(from.rotation), load(from.translation), load(from.scale)};
}

template <class Real>
JOUNCE_INLINE local_bone<Real> mix(const lane_transform<Real>& a, const lane_transform<Real>& b,
                                   const num<Real>& share) {
    const num<Real> scale = load(a.scale);
    return {mix(load(a.rotation), load(b.rotation), share),
            mix(load(a.translation), load(b.translation), share),
            scale + share * (load(b.scale) - scale)};
}

/// A local pose: what a bone is relative to its parent.
template <class Real> struct local_frame {
    rotation<Real> turn;
    vec<Real> shift;
    num<Real> scale;
    vec<Real> stretch; ///< affine rigs only
};

template <class Real> JOUNCE_INLINE bone_frame<Real> no_frame() {
    const num<Real> zero = splat(Real(0));
    const num<Real> one = splat(Real(1));
    return {no_turn<Real>(),
            {zero, zero, zero},
            one,
            {{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}}};
}

template <class Real>
JOUNCE_INLINE bone_frame<Real> load_frame(const lane_transform<Real>& bone,
                                          const lane_mat3<Real>* linear) {
    bone_frame<Real> out = {load(bone.rotation), load(bone.translation), load(bone.scale), {}};
    if (linear != nullptr) {
        out.linear = load(*linear);
    }
    return out;
}
template <class Real>
JOUNCE_INLINE void store_frame(lane_transform<Real>& bone, lane_mat3<Real>* linear,
                               const bone_frame<Real>& frame) {
    store(bone.rotation, frame.turn);
    store(bone.translation, frame.head);
    store<Real>(bone.scale, frame.scale);
    if (linear != nullptr) {
        store(*linear, frame.linear);
    }
}

template <class Real>
JOUNCE_INLINE local_frame<Real> load_local(const lane_transform<Real>& bone,
                                           const lane_vec3<Real>* stretch) {
    local_frame<Real> out = {load(bone.rotation), load(bone.translation), load(bone.scale), {}};
    if (stretch != nullptr) {
        out.stretch = load(*stretch);
    }
    return out;
}

/// A direction with its length, out of a bone's frame.
template <class Real>
JOUNCE_INLINE vec<Real> outward(bool is_affine, const bone_frame<Real>& frame, const vec<Real>& p) {
    return is_affine ? frame.linear * p : frame.scale * rotate(frame.turn, p);
}

/// The inverse, up to a positive factor.
template <class Real>
JOUNCE_INLINE vec<Real> inward_direction(bool is_affine, const bone_frame<Real>& frame,
                                         const vec<Real>& p) {
    if (!is_affine) {
        return frame.scale * rotate(conjugate(frame.turn), p);
    }
    const matrix<Real> c = cofactors(frame.linear);
    const num<Real> determinant = dot(frame.linear.column[0], c.column[0]);
    const num<Real> zero = splat(Real(0));
    const num<Real> sign =
        where<Real>(less<Real>(determinant, zero), splat(Real(-1)), splat(Real(1)));
    return sign * vec<Real>{dot(c.column[0], p), dot(c.column[1], p), dot(c.column[2], p)};
}

/// A number's inverse; 0 for one too small to have any.
template <class Real> JOUNCE_INLINE num<Real> safe_inverse(const num<Real>& a) {
    const num<Real> one = splat(Real(1));
    const mask<Real> none = less_equal<Real>(a.abs(), splat(Real(1e-30)));
    return where<Real>(none, splat(Real(0)), one / where<Real>(none, one, a));
}

/// The exact inverse. A frame with scale 0 maps everything to its origin.
template <class Real>
JOUNCE_INLINE vec<Real> inward(bool is_affine, const bone_frame<Real>& frame, const vec<Real>& p) {
    if (!is_affine) {
        return safe_inverse(frame.scale) * rotate(conjugate(frame.turn), p);
    }
    const matrix<Real> c = cofactors(frame.linear);
    const num<Real> inverse = safe_inverse<Real>(dot(frame.linear.column[0], c.column[0]));
    return inverse * vec<Real>{dot(c.column[0], p), dot(c.column[1], p), dot(c.column[2], p)};
}

template <class Real>
JOUNCE_INLINE bone_frame<Real> under(bool is_affine, const bone_frame<Real>& parent,
                                     const local_frame<Real>& local) {
    bone_frame<Real> out;
    out.turn = parent.turn * local.turn;
    out.head = parent.head + outward(is_affine, parent, local.shift);
    out.scale = parent.scale * local.scale;
    if (is_affine) {
        matrix<Real> linear = to_matrix(local.turn);
        const vec<Real> by = local.scale * local.stretch;
        linear.column[0] = by.x * linear.column[0];
        linear.column[1] = by.y * linear.column[1];
        linear.column[2] = by.z * linear.column[2];
        out.linear = parent.linear * linear;
    }
    return out;
}

/// A unit vector; `otherwise` for one without direction.
template <class Real>
JOUNCE_INLINE vec<Real> unit_or(const vec<Real>& a, const vec<Real>& otherwise) {
    const num<Real> size = length(a);
    const num<Real> one = splat(Real(1));
    const mask<Real> none = less_equal<Real>(size, splat(Real(1e-30)));
    return where<Real>(none, otherwise, num<Real>(one / where<Real>(none, one, size)) * a);
}

} // namespace jounce::JOUNCE_LEVEL
