#pragma once

// Bounds of a deflection. Kernel sources only.
//
// All bounds are convex regions of the deflection that contain where the bone may be: putting a
// deflection back into them, and taking away the velocity that led out, never adds energy.

#include <jounce/systems/stable/bend.hpp>

namespace jounce::JOUNCE_LEVEL {

/// A deflection and its rate.
template <class Real> struct spring_motion {
    split_vector<Real> deflection;
    vec<Real> rate;
};

/// The same, both along the bone and across it. A bone that cannot stretch has nothing along it.
template <class Real> struct split_motion {
    split_vector<Real> deflection;
    split_vector<Real> rate;
};

/// Removes the part of the rate that opposes a correction.
template <class Real>
JOUNCE_INLINE vec<Real> stop_at(const vec<Real>& correction, const vec<Real>& rate) {
    const num<Real> size2 = dot(correction, correction);
    const mask<Real> none = less_equal<Real>(size2, splat(Real(1e-24)));
    if (all(none)) [[likely]] {
        return rate;
    }
    const num<Real> against =
        (dot(correction, rate) / where<Real>(none, splat(Real(1)), size2)).min(Real(0));
    return rate - num<Real>(where<Real>(none, splat(Real(0)), against)) * correction;
}

/// A vector shortened to a length, or zero where it has no finite length.
template <class Real>
JOUNCE_INLINE vec<Real> shorten(const vec<Real>& a, const num<Real>& longest) {
    // Nearly always all eight are short enough, and then no root is needed: comparing squares gives
    // the same answer as comparing lengths, rounded or not.
    const num<Real> size2 = dot(a, a);
    const num<Real> longest2 = (longest * longest).min(Real(1e36));
    if (all(less_equal<Real>(size2, longest2))) [[likely]] {
        return a;
    }
    const num<Real> size = size2.sqrt();
    const mask<Real> inside = less_equal<Real>(size, longest);
    const num<Real> factor = where<Real>(inside, splat(Real(1)), longest / size.max(Real(1e-30)));
    const vec<Real> shortened = factor * a;
    // Infinite and undefined lengths fail every comparison with a bound.
    const mask<Real> sane = less_equal<Real>(size, splat(Real(1e18)));
    const num<Real> zero = splat(Real(0));
    return where<Real>(sane, shortened, vec<Real>{zero, zero, zero});
}

/// The part across the bone, within the limit's shape, in coordinates of the limit's frame.
template <class Real>
JOUNCE_INLINE vec<Real> within_shape(const stable_spring<Real>& spring, const vec<Real>& across) {
    switch (spring.limit) {
    case limit_shape::hinge:
        return {splat(Real(0)), across.y, across.z.max(-spring.limit_z).min(spring.limit_z)};
    case limit_shape::spherical: {
        // The corners of wide ranges are more than half a turn away.
        const vec<Real> inside = {across.x.max(-spring.limit_x).min(spring.limit_x), across.y,
                                  across.z.max(-spring.limit_z).min(spring.limit_z)};
        return shorten<Real>(inside, splat(half_turn_deflection<Real>));
    }
    default: return shorten<Real>(across, splat(spring.limit_x));
    }
}

/// A limit that is not round, or not about the animated direction.
template <class Real>
JOUNCE_APART vec<Real> within_shaped_limit(const stable_spring<Real>& spring, vec<Real> across) {
    const rotation<Real> frame = splat(spring.limit_frame);
    const num<Real> furthest = splat(half_turn_deflection<Real>);
    // A deflection inside keeps its bits: the rounding of the conversion there and back would be
    // treated as a correction, and stop the spring in an arbitrary direction. Beyond half a turn
    // the same direction has a smaller deflection.
    const auto changed = [&](const vec<Real>& seen, const vec<Real>& held, const vec<Real>& put) {
        const vec<Real> by = held - seen;
        const vec<Real> kept = where<Real>(
            less_equal<Real>(dot(across, across), num<Real>(furthest * furthest)), across, put);
        return where<Real>(less_equal<Real>(dot(by, by), splat(Real(0))), kept, put);
    };
    if (spring.limit_is_centred) {
        const vec<Real> seen = rotate(conjugate(frame), across);
        const vec<Real> held = within_shape<Real>(spring, seen);
        return changed(seen, held, rotate(frame, held));
    }
    // Seen from the limit's own centre.
    const vec<Real> centre = {splat(Real(0)), splat(Real(1)), splat(Real(0))};
    stable_spring<Real> plain;
    plain.axis = spring.axis;
    const vec<Real> direction = rotate(conjugate(frame), bend<Real>(plain, across).tail);
    const vec<Real> seen = shorten<Real>(across_for<Real>(centre, direction), furthest);
    plain.axis = {Real(0), Real(1), Real(0)};
    const vec<Real> held = within_shape<Real>(spring, seen);
    const vec<Real> inside = bend<Real>(plain, held).tail;
    return changed(
        seen, held,
        shorten<Real>(across_for<Real>(splat(spring.axis), rotate(frame, inside)), furthest));
}

/// The part across the bone, put back within the limit.
template <class Real, class Spring>
JOUNCE_INLINE vec<Real> within_limit(const Spring& spring, const spring_form& form,
                                     const vec<Real>& across) {
    if constexpr (!is_side_by_side<Spring>) {
        if (!form.round_limit) {
            return within_shaped_limit<Real>(spring, across);
        }
    }
    return shorten<Real>(across, num<Real>(value(spring.limit_x)));
}

/// Length, limit and speed. Finite whatever comes in.
template <class Real, class Spring>
JOUNCE_INLINE spring_motion<Real> within_bounds(const Spring& spring, const spring_form& form,
                                                const split_motion<Real>& free,
                                                const num<Real>& fastest) {
    const vec<Real> axis = value(spring.axis);
    const split_vector<Real>& y = free.deflection;
    if constexpr (!is_side_by_side<Spring>) {
        if (form.translates) {
            const vec<Real> whole = joined(axis, y);
            const vec<Real> inside = shorten<Real>(whole, splat(spring.most_stretch));
            const vec<Real> rate = shorten<Real>(joined(axis, free.rate), fastest);
            return {split(axis, inside), stop_at<Real>(inside - whole, rate)};
        }
    }
    const vec<Real> across = within_limit(spring, form, y.across);
    if (spring.fixed_length) {
        const vec<Real> rate = shorten<Real>(free.rate.across, fastest);
        return {{y.along, across}, stop_at<Real>(across - y.across, rate)};
    }
    const vec<Real> rate = shorten<Real>(joined(axis, free.rate), fastest);
    // The order of min and max lets an undefined number end inside.
    const num<Real> along =
        y.along.max(value(spring.least_stretch)).min(value(spring.most_stretch));
    const vec<Real> correction = (across - y.across) + num<Real>(along - y.along) * axis;
    return {{along, across}, stop_at<Real>(correction, rate)};
}
/// Sets a deflection, at rest.
template <class Real, class Spring>
JOUNCE_INLINE vec<Real> within_bounds(const Spring& spring, const vec<Real>& deflection) {
    const num<Real> zero = splat(Real(0));
    const split_vector<Real> still = {zero, {zero, zero, zero}};
    const vec<Real> axis = value(spring.axis);
    const split_motion<Real> put = {split<Real>(axis, deflection), still};
    return joined<Real>(
        axis, within_bounds<Real>(spring, form_of(spring), put, splat(Real(1))).deflection);
}

} // namespace jounce::JOUNCE_LEVEL
