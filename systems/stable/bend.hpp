#pragma once

// From a deflection to the bone's position, and back. Kernel sources only.
//
// A deflection has a part across the bone and one along it. The part across turns the bone by the
// angle 4 atan(|t| / 4) towards t: for small t the angle is t itself, it grows monotonously, has no
// singularity before a whole turn, and needs neither a root nor a transcendental function (the vector
// t / 4 is known as modified Rodrigues parameters). The part along is stretch.

#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/assets/strand_set.hpp>
#include <jounce/systems/simd/rotation_math.hpp>

namespace jounce::JOUNCE_LEVEL {

/// @{ A number of a spring: the same in every lane, or one per lane where springs of several chains
/// stand side by side (`strand_spring`). A number that all lanes share stays one as long as it can.
JOUNCE_INLINE float value(float a) { return a; }
JOUNCE_INLINE double value(double a) { return a; }
template <class Real> JOUNCE_INLINE num<Real> value(const lane<Real>& a) { return load(a); }
template <class Real> JOUNCE_INLINE vec<Real> value(const vec3<Real>& a) { return splat(a); }
template <class Real> JOUNCE_INLINE vec<Real> value(const lane_vec3<Real>& a) { return load(a); }
/// @}
/// @{ What such a number leaves of one.
JOUNCE_INLINE float rest_of(float a) { return 1 - a; }
JOUNCE_INLINE double rest_of(double a) { return 1 - a; }
template <class Real> JOUNCE_INLINE num<Real> rest_of(const lane<Real>& a) {
    return splat(Real(1)) - load(a);
}
/// @}

/// Springs side by side are ordinary ones: see `spring_form`.
template <class Spring> inline constexpr bool is_side_by_side = false;
template <class Real> inline constexpr bool is_side_by_side<strand_spring<Real>> = true;

/// A bone after its deflection, in its own animated frame.
template <class Real> struct bent_bone {
    rotation<Real> turn;
    vec<Real> tail; ///< from the head, in bone lengths
    num<Real> stretch;
};

/// Half the possible turn is the most: beyond it a bone would come back from the other side.
template <class Real> constexpr Real half_turn_deflection = Real(4);

/// Which unusual features a spring has. Kernels take the form separately from the spring, so that
/// the usual form can be a constant at compile time.
struct spring_form {
    bool translates = false;
    bool hooked = false;
    bool pinned = false;
    bool round_limit = true; ///< about the animated direction
};
inline constexpr spring_form ordinary_form;

template <class Real> JOUNCE_INLINE spring_form form_of(const stable_spring<Real>& spring) {
    const bool is_round = spring.limit == limit_shape::none || spring.limit == limit_shape::cone;
    return {spring.translate, spring.hook > Real(0), spring.pinned,
            spring.limit_is_centred && is_round};
}
template <class Real> JOUNCE_INLINE bool is_ordinary(const stable_spring<Real>& spring) {
    const spring_form form = form_of(spring);
    const int unusual = form.translates | form.hooked | form.pinned | !form.round_limit; // no jumps
    return unusual == 0;
}

template <class Real> JOUNCE_INLINE spring_form form_of(const strand_spring<Real>&) {
    return ordinary_form;
}

/// Along the axis, and the rest.
template <class Real> struct split_vector {
    num<Real> along;
    vec<Real> across;
};
template <class Real>
JOUNCE_INLINE split_vector<Real> split(const vec<Real>& axis, const vec<Real>& a) {
    const num<Real> along = dot(axis, a);
    return {along, a - along * axis};
}
template <class Real>
JOUNCE_INLINE vec<Real> joined(const vec<Real>& axis, const split_vector<Real>& a) {
    return a.across + a.along * axis;
}

/// Blends towards the straight path of a point spring, by the hook.
template <class Real>
JOUNCE_APART bent_bone<Real> straighten(const stable_spring<Real>& spring,
                                        split_vector<Real> deflection, bent_bone<Real> out) {
    const vec<Real> axis = splat(spring.axis);
    const num<Real> one = splat(Real(1));
    const vec<Real> straight = axis + joined(axis, deflection);
    const vec<Real> tail = Real(1 - spring.hook) * out.tail + spring.hook * straight;
    const num<Real> distance = length(tail);
    const mask<Real> collapsed = less_equal<Real>(distance, splat(Real(1e-6)));
    const num<Real> safe = where<Real>(collapsed, one, distance);
    const vec<Real> unit = where<Real>(collapsed, axis, num<Real>(one / safe) * tail);
    out.turn = shortest_arc(axis, unit);
    out.stretch =
        spring.fixed_length
            ? one
            : num<Real>(distance.max(1 + spring.least_stretch).min(1 + spring.most_stretch));
    out.tail = out.stretch * unit;
    return out;
}

template <class Real, class Spring>
JOUNCE_INLINE bent_bone<Real> bend(const Spring& spring, const spring_form& form,
                                   const split_vector<Real>& y) {
    const vec<Real> axis = value(spring.axis);
    const num<Real> one = splat(Real(1));
    if constexpr (!is_side_by_side<Spring>) {
        if (form.translates) {
            return {no_turn<Real>(), spring.tail * axis + joined(axis, y), one};
        }
    }
    const num<Real> k = dot(y.across, y.across) * Real(0.0625);
    const num<Real> inverse = one / (one + k);
    const num<Real> half_cosine = (one - k) * inverse;
    const vec<Real> half_sine = num<Real>(Real(0.5) * inverse) * cross(axis, y.across);
    const num<Real> cosine = one - Real(8) * k * inverse * inverse;

    bent_bone<Real> out;
    out.turn = {half_sine.x, half_sine.y, half_sine.z, half_cosine};
    out.tail = cosine * axis + num<Real>(half_cosine * inverse) * y.across;
    out.stretch = one;
    if (!spring.fixed_length) {
        out.stretch = one + y.along;
        out.tail = out.stretch * out.tail;
    }
    if constexpr (!is_side_by_side<Spring>) {
        if (form.hooked) {
            return straighten<Real>(spring, y, out);
        }
    }
    return out;
}
template <class Real, class Spring>
JOUNCE_INLINE bent_bone<Real> bend(const Spring& spring, const vec<Real>& deflection) {
    return bend(spring, form_of(spring), split<Real>(value(spring.axis), deflection));
}

/// The deflection across the bone that turns its axis into a unit direction.
template <class Real>
JOUNCE_INLINE vec<Real> across_for(const vec<Real>& axis, const vec<Real>& direction) {
    const split_vector<Real> d = split(axis, direction);
    const num<Real> from_opposite = (splat(Real(1)) + d.along).max(Real(1e-7));
    const num<Real> size = Real(4) / (from_opposite + (Real(2) * from_opposite).sqrt());
    return size * d.across;
}

/// The deflection for a given tail (from the head, in bone lengths, in the bone's frame), as far as
/// the bone can stretch.
template <class Real, class Spring>
JOUNCE_APART vec<Real> unbend(const Spring& spring, vec<Real> tail) {
    const vec<Real> axis = value(spring.axis);
    if constexpr (!is_side_by_side<Spring>) {
        if (spring.translate) {
            return tail - spring.tail * axis;
        }
    }
    const num<Real> distance = length(tail);
    const mask<Real> collapsed = less_equal<Real>(distance, splat(Real(1e-6)));
    const num<Real> safe = where<Real>(collapsed, splat(Real(1)), distance);
    const vec<Real> direction =
        where<Real>(collapsed, axis, num<Real>(splat(Real(1)) / safe) * tail);
    const num<Real> stretch =
        spring.fixed_length ? splat(Real(0)) : num<Real>(distance - splat(Real(1)));
    vec<Real> out = across_for(axis, direction) + stretch * axis;
    if constexpr (!is_side_by_side<Spring>) {
        if (spring.hook > Real(0)) {
            vec<Real> straight = tail - axis;
            if (spring.fixed_length) {
                const split_vector<Real> d = split(axis, direction);
                straight = num<Real>(splat(Real(1)) / d.along.max(Real(0.05))) * d.across;
            }
            out = Real(1 - spring.hook) * out + spring.hook * straight;
        }
    }
    return out;
}

} // namespace jounce::JOUNCE_LEVEL
