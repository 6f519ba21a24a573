#pragma once

// A capsule whose ends may differ, eight lanes at a time.

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/systems/contact/collider_shapes.hpp>

namespace jounce::JOUNCE_LEVEL {

/// The volume of balls whose centres go from `first` to `last` along `axis` and whose radius falls
/// by `sine` per length: two balls and the cone that touches both. Its normals have the angle to
/// the axis whose sine and cosine are kept here; so a point is nearest to the ball that such a
/// normal through the point leads to, and the result is exact.
template <class Real> struct capsule_shape {
    vec<Real> axis;
    num<Real> first, last;
    num<Real> radius; ///< of a ball at the origin
    num<Real> sine, cosine, tangent;
    vec<Real> aside; ///< direction out from the axis itself: its part across the axis

    /// A point beside the axis: how far up and how far out, and which ball it is nearest to.
    struct flat_point {
        num<Real> height, reach, at;
        mask<Real> on_cone; ///< beside neither end
        num<Real> size2;    ///< squared distance from the middle of that ball
    };
    JOUNCE_INLINE flat_point flat(const num<Real>& height, const num<Real>& reach) const {
        const num<Real> lead = height - reach * tangent;
        const num<Real> at = clamped<Real>(lead, first, last);
        const num<Real> above = height - at;
        const num<Real> size2 = reach * reach + above * above;
        // At the very middle of a ball there is no direction but the cone's.
        const num<Real> beyond = only_where<Real>(~is_nothing(size2), (lead - at).abs());
        return {height, reach, at, less_equal<Real>(beyond, splat(Real(0))), size2};
    }

    JOUNCE_INLINE num<Real> distance(const vec<Real>& p) const {
        const num<Real> height = dot(p, axis);
        const flat_point on = flat(height, length<Real>(p - height * axis));
        // On the cone the normal is known: from a point near the axis it would be rounding noise.
        const num<Real> beside_cone = on.reach * cosine + (on.height - on.at) * sine;
        return where<Real>(on.on_cone, beside_cone, on.size2.sqrt()) - (radius - on.at * sine);
    }

    JOUNCE_INLINE touching_plane<Real> nearest(const vec<Real>& p) const {
        const vec<Real> side = across(p, axis);
        const num<Real> reach2 = dot(side, side);
        const mask<Real> on_axis = is_nothing(reach2);
        const num<Real> one = splat(Real(1));
        const num<Real> reach = where<Real>(on_axis, one, reach2).sqrt();
        vec<Real> out = num<Real>(one / reach) * side;
        if (any(on_axis)) [[unlikely]] {
            out = where<Real>(on_axis, direction(across(aside, axis), upright(axis)), out);
        }
        const flat_point on = flat(dot(p, axis), only_where<Real>(~on_axis, reach));
        const num<Real> inverse = one / where<Real>(on.on_cone, one, on.size2).sqrt();
        const num<Real> outwards = where<Real>(on.on_cone, cosine, on.reach * inverse);
        const num<Real> upwards = where<Real>(on.on_cone, sine, (on.height - on.at) * inverse);
        return {on.at * axis, outwards * out + upwards * axis, radius - on.at * sine};
    }

    JOUNCE_INLINE num<Real> entry(const path<Real>& way) const {
        const path<Real> from_first = {way.start - first * axis, way.along, way.size};
        const path<Real> from_last = {way.start - last * axis, way.along, way.size};
        const num<Real> balls = ball_entry<Real>(from_first, radius - first * sine)
                                    .min(ball_entry<Real>(from_last, radius - last * sine));
        return balls.min(cone_entry(way));
    }

    /// The endless cone is where reach * cosine = room, with room = radius - height * sine. Squared
    /// that is a quadratic in the way t; written as C / (root - B) its solution is the way in for
    /// every sign of the leading coefficient.
    JOUNCE_INLINE num<Real> cone_entry(const path<Real>& way) const {
        const num<Real> zero = splat(Real(0));
        const num<Real> height = dot(way.start, axis);
        const num<Real> rise = dot(way.along, axis);
        const vec<Real> side = across(way.start, axis);
        const vec<Real> drift = way.along - rise * axis;
        const num<Real> room = radius - height * sine;
        const num<Real> reach = length(side) * cosine;
        const num<Real> cosine2 = cosine * cosine;
        const num<Real> a = dot(drift, drift) * cosine2 - (rise * sine) * (rise * sine);
        const num<Real> b = dot(side, drift) * cosine2 + room * (rise * sine);
        const num<Real> c = (reach - room) * (reach + room);
        const num<Real> inner = b * b - a * c;
        const num<Real> divisor = inner.max(zero).sqrt() - b;
        const mask<Real> still = less_equal<Real>(divisor.abs(), splat(Real(1e-20)));
        const num<Real> quotient = c / where<Real>(still, splat(Real(1)), divisor);
        const num<Real> t = clamped<Real>(where<Real>(still, splat(never<Real>), quotient),
                                          splat(-never<Real>), splat(never<Real>));

        // Only what lies between the two balls counts, and only on the right one of the two nappes.
        const num<Real> met_height = height + t * rise;
        const num<Real> at = met_height - radius * sine; // times cosine2
        const num<Real> wrong = (first * cosine2 - at)
                                    .max(at - last * cosine2)
                                    .max(met_height * sine - radius)
                                    .max(-inner)
                                    .max(-t);
        return where<Real>(less_equal<Real>(wrong, zero), t, splat(never<Real>));
    }

    /// The distance is convex along the bone and along the axis, so that it is least at an end of
    /// the bone, beside one of the two balls, or where a normal of the cone is at right angles to
    /// the bone. The distance of the last from the point where the two lines are nearest depends on
    /// the taper.
    JOUNCE_INLINE num<Real> deepest(const vec<Real>& head, const vec<Real>& bone) const {
        const num<Real> one = splat(Real(1));
        const num<Real> size2 = dot(bone, bone).max(splat(Real(1e-30)));
        const num<Real> rise = dot(bone, axis);
        const num<Real> behind = dot(bone, head);
        const num<Real> height = dot(head, axis);
        const num<Real> wide = size2 - rise * rise;
        const mask<Real> parallel = less_equal<Real>(wide, Real(1e-5) * size2);
        const num<Real> skew = where<Real>(parallel, size2, wide);
        const num<Real> crossing = (rise * height - behind) / skew;
        const num<Real> level = height + crossing * rise;
        const num<Real> apart = length<Real>(head + crossing * bone - level * axis);
        const num<Real> lean2 = (one - sine * sine * (size2 / skew)).max(splat(Real(1e-6)));
        const num<Real> beside_cone = crossing - apart * sine * (rise / skew) / lean2.sqrt();

        const num<Real> places[] = {where<Real>(parallel, one, beside_cone),
                                    (first * rise - behind) / size2, (last * rise - behind) / size2,
                                    splat(least_lever<Real>)};
        // Of equally good places the one nearer to the tail has the better lever.
        num<Real> best = one;
        num<Real> least = distance(head + bone);
        const num<Real> better = Real(1e-5) * size2.sqrt();
        for (const num<Real>& place : places) {
            const num<Real> s = clamped<Real>(place, splat(least_lever<Real>), one);
            const num<Real> here = distance(head + s * bone);
            const mask<Real> is_less = less<Real>(here, least - better);
            best = where<Real>(is_less, s, best);
            least = where<Real>(is_less, here, least);
        }
        return best;
    }
    JOUNCE_INLINE touching_plane<Real> beside(const vec<Real>& head, const vec<Real>& bone,
                                              const num<Real>& s, const vec<Real>& sideways) const {
        touching_plane<Real> out = nearest(head + s * bone);
        out.normal = across_bone(out.normal, bone, s, direction(cross(bone, axis), sideways));
        return out;
    }
};

/// The tapered capsule between two ends in model space, its origin at the first, or at the larger
/// if that ball contains the other.
template <class Real> struct capsule_frame {
    capsule_shape<Real> shape;
    vec<Real> origin;
    mask<Real> swallowed, starts_at_b;
};

template <class Real>
JOUNCE_INLINE capsule_frame<Real> frame_of(const lane_collider<Real>& c, const num<Real>& radius_a,
                                           const num<Real>& radius_b) {
    const num<Real> zero = splat(Real(0));
    const num<Real> one = splat(Real(1));
    const vec<Real> a = load(c.a);
    const vec<Real> span = load(c.b) - a;
    const num<Real> size = length(span);
    const num<Real> fall = radius_a - radius_b;
    capsule_frame<Real> out;
    out.swallowed = less_equal<Real>(Real(1 - 1e-6) * size, fall.abs());
    out.starts_at_b = less<Real>(where<Real>(out.swallowed, fall, zero), zero);
    out.origin = where<Real>(out.starts_at_b, load(c.b), a);
    capsule_shape<Real>& shape = out.shape;
    shape.axis = direction<Real>(span, up<Real>());
    shape.first = zero;
    shape.last = where<Real>(out.swallowed, zero, size);
    shape.radius = where<Real>(out.starts_at_b, radius_b, radius_a);
    shape.sine = where<Real>(out.swallowed, zero, fall / where<Real>(out.swallowed, one, size));
    shape.cosine = ((one - shape.sine) * (one + shape.sine)).sqrt();
    shape.tangent = shape.sine / shape.cosine;
    shape.aside = zero_vec<Real>();
    return out;
}

/// Reduces a shrunken capsule to the part that still has a radius; if none has, to the axis.
template <class Real> JOUNCE_INLINE void narrow(capsule_shape<Real>& shape) {
    const num<Real> zero = splat(Real(0));
    const num<Real> last_radius = shape.radius - shape.last * shape.sine;
    const mask<Real> none = less_equal<Real>(shape.radius.max(last_radius), zero);
    const mask<Real> even = less_equal<Real>(shape.sine.abs(), zero);
    const num<Real> tip = clamped<Real>(
        shape.radius / where<Real>(even, splat(Real(1)), shape.sine), shape.first, shape.last);
    // Only one of the two ends can be cut off, and only if the radius changes.
    const num<Real> first = where<Real>(less<Real>(shape.radius, zero), tip, shape.first);
    const num<Real> last = where<Real>(less<Real>(last_radius, zero), tip, shape.last);
    shape.first = where<Real>(none, shape.first, first);
    shape.last = where<Real>(none, shape.last, last);
    shape.radius = where<Real>(none, zero, shape.radius);
    shape.sine = where<Real>(none, zero, shape.sine);
    shape.cosine = where<Real>(none, splat(Real(1)), shape.cosine);
    shape.tangent = where<Real>(none, zero, shape.tangent);
}

} // namespace jounce::JOUNCE_LEVEL
