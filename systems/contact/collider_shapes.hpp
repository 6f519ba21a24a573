#pragma once

// The convex shapes of colliders, eight lanes at a time, each in a frame of its own. A shape says
//   nearest(p)      the plane that touches it towards a point
//   distance(p)     how far a point is outside, less than zero inside
//   entry(path)     how far along a path it is first met; may be less than that, never more
//   deepest(h, d)   where on the bone from h to h + d it is nearest, as a fraction
//   beside(h, d, s) the plane that touches it there, its normal such that it turns the bone
// All of them are convex, so that whatever is beyond a touching plane is outside the shape, and the
// distance from it is a convex function along any line.

#include <jounce/systems/simd/lane_math.hpp>

namespace jounce::JOUNCE_LEVEL {

/// Longer than any path.
template <class Real> inline constexpr Real never = Real(1e18);

/// A bone is turned about its head, so points nearer to the head than this fraction cannot be moved
/// much.
template <class Real> inline constexpr Real least_lever = Real(0.15);

/// A touching plane: `dot(normal, p - centre) - radius` is the distance from it.
template <class Real> struct touching_plane {
    vec<Real> centre;
    vec<Real> normal;
    num<Real> radius;

    JOUNCE_INLINE num<Real> distance(const vec<Real>& p) const {
        return dot(normal, p - centre) - radius;
    }
};

/// From `start` along the unit vector `along`, `size` far. Where it does not move, `along` is zero.
template <class Real> struct path {
    vec<Real> start;
    vec<Real> along;
    num<Real> size;
};

template <class Real> JOUNCE_INLINE vec<Real> zero_vec() {
    return {splat(Real(0)), splat(Real(0)), splat(Real(0))};
}
template <class Real> JOUNCE_INLINE vec<Real> up() {
    return {splat(Real(0)), splat(Real(1)), splat(Real(0))};
}
template <class Real>
JOUNCE_INLINE num<Real> clamped(const num<Real>& x, const num<Real>& low, const num<Real>& high) {
    return x.max(low).min(high);
}

/// Whether a vector of this squared length is too short to have a direction.
template <class Real> JOUNCE_INLINE mask<Real> is_nothing(const num<Real>& size2) {
    return less_equal<Real>(size2, splat(Real(1e-30)));
}

/// `p` at unit length, or `otherwise` where it is too short to have a direction. Squares of 1e15
/// are still far from what a float holds.
template <class Real>
JOUNCE_INLINE vec<Real> direction(const vec<Real>& p, const vec<Real>& otherwise) {
    const num<Real> size2 = dot(p, p);
    const mask<Real> none = is_nothing(size2);
    const num<Real> size = where<Real>(none, splat(Real(1)), size2).sqrt();
    const num<Real> inverse = splat(Real(1)) / size;
    return where<Real>(none, otherwise, inverse * p);
}

/// The same, zero where it has none.
template <class Real> JOUNCE_INLINE vec<Real> direction(const vec<Real>& p) {
    const num<Real> size2 = dot(p, p);
    const mask<Real> some = ~is_nothing(size2);
    return only_where<Real>(some, splat(Real(1)) / size2.sqrt()) * p;
}

/// The part of `p` across the unit vector `axis`. Done twice, because the rest along the axis after
/// the first is large compared with a small part across it.
template <class Real> JOUNCE_INLINE vec<Real> across(const vec<Real>& p, const vec<Real>& axis) {
    const vec<Real> once = p - dot(p, axis) * axis;
    return once - dot(once, axis) * axis;
}

/// A unit vector across the unit vector `axis`: +Y as far as possible.
template <class Real> JOUNCE_INLINE vec<Real> upright(const vec<Real>& axis) {
    const mask<Real> along_y = less<Real>(splat(Real(0.9)), axis.y.abs());
    const vec<Real> helper = {where<Real>(along_y, splat(Real(1)), splat(Real(0))),
                              where<Real>(along_y, splat(Real(0)), splat(Real(1))), splat(Real(0))};
    return direction<Real>(across(helper, axis), helper);
}

template <class Real>
JOUNCE_INLINE path<Real> path_between(const vec<Real>& from, const vec<Real>& to) {
    const vec<Real> along = direction<Real>(to - from);
    return {from, along, dot(to - from, along)};
}

/// Where a path meets a ball about the origin, `never` if it does not or starts inside. Nothing here
/// is a product of more than two lengths, so that lengths of 1e15 stay finite.
template <class Real> JOUNCE_INLINE num<Real> ball_entry(const path<Real>& way, num<Real> radius) {
    const num<Real> ahead = -dot(way.start, way.along);
    const vec<Real> aside = way.start + ahead * way.along;
    const num<Real> chord2 = radius * radius - dot(aside, aside);
    const num<Real> at = ahead - chord2.max(splat(Real(0))).sqrt();
    const num<Real> met = where<Real>(less<Real>(splat(Real(0)), chord2), at, splat(never<Real>));
    return where<Real>(less<Real>(met, splat(Real(0))), splat(never<Real>), met);
}

/// A bone that touches between its ends is at right angles to the normal there. If the bone goes
/// through the centre of the shape, the normal is noise and `otherwise` is used.
template <class Real>
JOUNCE_INLINE vec<Real> across_bone(const vec<Real>& normal, const vec<Real>& bone,
                                    const num<Real>& s, const vec<Real>& otherwise) {
    const vec<Real> along = direction(bone);
    const vec<Real> part = across(normal, along);
    const mask<Real> noise = less<Real>(dot(part, part), splat(Real(0.01)));
    const vec<Real> unit = direction<Real>(where<Real>(noise, otherwise, part), normal);
    const num<Real> from_ends = (s - least_lever<Real>).min(Real(1) - s);
    return where<Real>(less<Real>(splat(Real(0)), from_ends), unit, normal);
}

template <class Real> struct ball_shape {
    num<Real> radius;
    vec<Real> aside; ///< direction out from the centre

    JOUNCE_INLINE touching_plane<Real> nearest(const vec<Real>& p) const {
        vec<Real> normal = direction(p);
        const mask<Real> centred = is_nothing<Real>(dot(p, p));
        if (any(centred)) [[unlikely]] {
            normal = where<Real>(centred, direction(aside, up<Real>()), normal);
        }
        return {zero_vec<Real>(), normal, radius};
    }
    JOUNCE_INLINE num<Real> distance(const vec<Real>& p) const { return length(p) - radius; }
    JOUNCE_INLINE num<Real> entry(const path<Real>& way) const { return ball_entry(way, radius); }
    JOUNCE_INLINE num<Real> deepest(const vec<Real>& head, const vec<Real>& bone) const {
        const num<Real> size2 = dot(bone, bone).max(splat(Real(1e-30)));
        const num<Real> at = -dot(head, bone) / size2;
        return clamped<Real>(at, splat(least_lever<Real>), splat(Real(1)));
    }
    JOUNCE_INLINE touching_plane<Real> beside(const vec<Real>& head, const vec<Real>& bone,
                                              const num<Real>& s, const vec<Real>& sideways) const {
        touching_plane<Real> out = nearest(head + s * bone);
        out.normal = across_bone(out.normal, bone, s, sideways);
        return out;
    }
};

} // namespace jounce::JOUNCE_LEVEL
