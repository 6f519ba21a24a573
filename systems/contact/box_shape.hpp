#pragma once

// A box with rounded edges, eight lanes at a time.

#include <jounce/systems/contact/collider_shapes.hpp>

namespace jounce::JOUNCE_LEVEL {

/// About the origin and along the axes, with rounded edges.
template <class Real> struct box_shape {
    vec<Real> half;
    num<Real> radius;
    vec<Real> towards; ///< side to leave by from the centre

    JOUNCE_INLINE vec<Real> inner_point(const vec<Real>& p) const {
        return {clamped<Real>(p.x, -half.x, half.x), clamped<Real>(p.y, -half.y, half.y),
                clamped<Real>(p.z, -half.z, half.z)};
    }

    JOUNCE_INLINE touching_plane<Real> nearest(const vec<Real>& p) const {
        const num<Real> zero = splat(Real(0));
        const num<Real> one = splat(Real(1));
        const vec<Real> core = inner_point(p);
        const vec<Real> out = p - core;

        // Inside the core: through the nearest face, of equal ones through the upper.
        const vec<Real> gap = {half.x - p.x.abs(), half.y - p.y.abs(), half.z - p.z.abs()};
        const mask<Real> by_z = less<Real>(gap.z, gap.x.min(gap.y));
        const mask<Real> by_x = less<Real>(gap.x, gap.y);
        const num<Real> z = where<Real>(by_z, one, zero);
        const num<Real> x = where<Real>(by_x, one - z, zero);
        const num<Real> y = one - z - x;
        const vec<Real> face = {x * side(p.x, towards.x), y * side(p.y, towards.y),
                                z * side(p.z, towards.z)};
        const vec<Real> normal = direction(out, face);
        const num<Real> below = where<Real>(by_z, gap.z, gap.x.min(gap.y));
        const mask<Real> inside = less_equal<Real>(dot(out, out), splat(Real(1e-30)));
        return {where<Real>(inside, p + below * face, core), normal, radius};
    }

    JOUNCE_INLINE num<Real> distance(const vec<Real>& p) const { return nearest(p).distance(p); }

    JOUNCE_INLINE static num<Real> side(const num<Real>& x, const num<Real>& otherwise) {
        const mask<Real> middle = less_equal<Real>(x.abs(), splat(Real(0)));
        return where<Real>(less<Real>(where<Real>(middle, otherwise, x), splat(Real(0))),
                           splat(Real(-1)), splat(Real(1)));
    }

    /// First the box around the rounded one, which is exact for faces. Its edges and corners by
    /// Newton's method: of a convex function it never goes past the first root.
    JOUNCE_INLINE num<Real> entry(const path<Real>& way) const {
        num<Real> in = splat(Real(0));
        num<Real> out = way.size;
        slab(way.start.x, way.along.x, half.x + radius, in, out);
        slab(way.start.y, way.along.y, half.y + radius, in, out);
        slab(way.start.z, way.along.z, half.z + radius, in, out);
        num<Real> t = in;
        for (int i = 0; i < 6; ++i) {
            const vec<Real> p = way.start + t * way.along;
            const vec<Real> away = p - inner_point(p);
            const vec<Real> normal = direction(away);
            const num<Real> slope = dot(normal, way.along);
            const mask<Real> approaches = less<Real>(slope, splat(Real(-1e-6)));
            const num<Real> steep = where<Real>(approaches, slope, splat(Real(-1)));
            const num<Real> height = where<Real>(approaches, length(away) - radius, splat(Real(0)));
            t = t - height / steep;
        }
        return where<Real>(less<Real>(out, in), splat(never<Real>), t.max(splat(Real(0))));
    }

    JOUNCE_INLINE static void slab(const num<Real>& start, const num<Real>& along,
                                   const num<Real>& reach, num<Real>& in, num<Real>& out) {
        const mask<Real> still = less<Real>(along.abs(), splat(Real(1e-12)));
        const num<Real> divisor = where<Real>(still, splat(Real(1e-12)), along);
        const num<Real> a = (-reach - start) / divisor;
        const num<Real> b = (reach - start) / divisor;
        in = in.max(a.min(b));
        out = out.min(a.max(b));
    }

    /// Bisects the bone for the point where the distance begins to rise. Along a face it hardly
    /// rises, and then the result is the tail, which has the best lever.
    JOUNCE_INLINE num<Real> deepest(const vec<Real>& head, const vec<Real>& bone) const {
        num<Real> low = splat(least_lever<Real>);
        num<Real> high = splat(Real(1));
        const num<Real> flat = Real(1e-3) * length(bone);
        for (int i = 0; i < 10; ++i) {
            const num<Real> middle = Real(0.5) * (low + high);
            const num<Real> slope = dot(nearest(head + middle * bone).normal, bone);
            const mask<Real> falling = less_equal<Real>(slope, flat);
            low = where<Real>(falling, middle, low);
            high = where<Real>(falling, high, middle);
        }
        return high;
    }
    /// Where the bone passes an edge the nearest face changes, and neither normal turns the bone.
    /// The mixture of both that is perpendicular to the bone does.
    JOUNCE_INLINE touching_plane<Real> beside(const vec<Real>& head, const vec<Real>& bone,
                                              const num<Real>& s, const vec<Real>&) const {
        const num<Real> zero = splat(Real(0));
        const touching_plane<Real> here = nearest(head + s * bone);
        const num<Real> earlier = s - Real(2e-3);
        const vec<Real> other = nearest(head + earlier * bone).normal;
        const num<Real> rises = dot(here.normal, bone).max(zero);
        const num<Real> falls = (-dot(other, bone)).max(zero);
        const vec<Real> mixture = falls * here.normal + rises * other;
        const vec<Real> normal = direction(mixture, here.normal);
        const vec<Real> corner = {where<Real>(less<Real>(normal.x, zero), -half.x, half.x),
                                  where<Real>(less<Real>(normal.y, zero), -half.y, half.y),
                                  where<Real>(less<Real>(normal.z, zero), -half.z, half.z)};
        const mask<Real> at_edge = less<Real>(zero, rises.min(falls));
        return {where<Real>(at_edge, corner, here.centre),
                where<Real>(at_edge, normal, here.normal), radius};
    }
};

} // namespace jounce::JOUNCE_LEVEL
