#pragma once

// How eight vertices blend the entries of their joints, and how a blend transforms them. For
// skin.cpp only.

#include <jounce/components/assets/bound_mesh.hpp>
#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/systems/simd/lane_math.hpp>
#include <jounce/systems/simd/transpose.hpp>

#include <cstddef>
#include <limits>

namespace jounce::JOUNCE_LEVEL {
// Without a name, as in a source: the compiler sees all callers and inlines more.
namespace {

/// Blended entries of eight vertices, still as rows.
template <class Real> struct blend_rows { eight_rows<Real> low, high; };

/// Sums weight times entry. `Count` is how many slots there are, 0 if only known at run time.
///
/// An entry is read whole, as two registers of consecutive numbers, and turned into lanes only when
/// all influences are summed: that costs a transpose per vertex instead of a gather per influence.
template <class Real, int Count>
JOUNCE_INLINE blend_rows<Real> blend(const skin_entry<Real>* entries, const skin_slot<Real>* slots,
                                     int count) {
    const int n = Count > 0 ? Count : count;
    blend_rows<Real> out;
    const auto vertex = [&](int v) {
        const auto entry = [&](int s) -> const skin_entry<Real>& {
            return *reinterpret_cast<const skin_entry<Real>*>(
                reinterpret_cast<const std::byte*>(entries) + slots[s].offset[v]);
        };
        const num<Real> first_weight = splat(slots[0].weight.v[v]);
        num<Real> low = first_weight * load(entry(0).low);
        num<Real> high = first_weight * load(entry(0).high);
        for (int s = 1; s < n; ++s) {
            const num<Real> weight = splat(slots[s].weight.v[v]);
            low += weight * load(entry(s).low);
            high += weight * load(entry(s).high);
        }
        out.low.row[v] = low;
        out.high.row[v] = high;
    };
    // Not a loop, as in `by_register`: sixteen sums that are to live in registers.
    vertex(0);
    vertex(1);
    vertex(2);
    vertex(3);
    vertex(4);
    vertex(5);
    vertex(6);
    vertex(7);
    return out;
}

template <class Real>
JOUNCE_INLINE num<Real> with_sign_of(const num<Real>& sign, const num<Real>& a) {
    return where<Real>(less<Real>(sign, splat(Real(0))), -a, a);
}

/// Of length one, turned round where the sign is negative; nothing if there is no direction.
template <class Real> JOUNCE_INLINE vec<Real> unit(const vec<Real>& v, const num<Real>& sign) {
    // Below the smallest square every component is nothing, or as good as.
    const num<Real> square = dot(v, v).max(splat(std::numeric_limits<Real>::min()));
    return (with_sign_of(sign, splat(Real(1))) / square.sqrt()) * v;
}

/// A blend of matrices.
template <class Real> struct linear_blend {
    matrix<Real> m;
    vec<Real> t;

    JOUNCE_INLINE explicit linear_blend(const blend_rows<Real>& rows) {
        const columns<Real> x = rows.low.left();
        const columns<Real> y = rows.low.right();
        const columns<Real> z = rows.high.left();
        m = {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
        t = {x.w, y.w, z.w};
    }
    JOUNCE_INLINE vec<Real> position(const vec<Real>& p) const { return m * p + t; }
    /// By cofactors: flattened and mirrored parts keep a direction.
    JOUNCE_INLINE vec<Real> normal(const vec<Real>& n) const {
        const matrix<Real> c = cofactors(m);
        return unit(c * n, dot(m.column[0], c.column[0]));
    }
    /// Of what lies in the surface.
    JOUNCE_INLINE vec<Real> direction(const vec<Real>& d) const { return m * d; }
    /// Below zero it mirrors.
    JOUNCE_INLINE num<Real> volume() const {
        return dot(m.column[0], cross(m.column[1], m.column[2]));
    }
};

/// A blend of dual quaternions and stretch. The dual quaternion is not normalised: all results are
/// quadratic in it, so one division by the square of its length is enough.
template <class Real, palette_mode Mode> struct dual_blend {
    vec<Real> axis, dual;
    num<Real> w, dual_w, twice_over_square;
    vec<Real> diagonal, off_diagonal; ///< yz, xz, xy

    JOUNCE_INLINE explicit dual_blend(const blend_rows<Real>& rows) {
        const columns<Real> q = rows.low.left();
        const columns<Real> e = rows.low.right();
        const columns<Real> d = rows.high.left();
        axis = {q.x, q.y, q.z};
        w = q.w;
        dual = {e.x, e.y, e.z};
        dual_w = e.w;
        diagonal = {d.x, d.y, d.z};
        if constexpr (Mode == palette_mode::polar) {
            const columns<Real> o = rows.high.right();
            off_diagonal = {o.x, o.y, o.z};
        }
        twice_over_square = splat(Real(2)) / (dot(axis, axis) + w * w);
    }
    JOUNCE_INLINE vec<Real> position(const vec<Real>& p) const {
        const vec<Real> s = stretched(p);
        // Turning by q adds axis x u + w u with u = axis x s; the translation has the same form in
        // the dual part.
        const vec<Real> u = cross(axis, s) + dual;
        return s + twice_over_square * (cross(axis, u) + w * u - dual_w * axis);
    }
    /// The inverse of the stretch up to a positive factor by cofactors, as above, then the turn.
    JOUNCE_INLINE vec<Real> normal(const vec<Real>& n) const {
        if constexpr (Mode == palette_mode::polar) {
            const matrix<Real> m = stretch();
            const matrix<Real> c = cofactors(m);
            return unit(turned(c * n), dot(m.column[0], c.column[0]));
        } else {
            const num<Real> yz = diagonal.y * diagonal.z;
            const vec<Real> c = {yz * n.x, diagonal.x * diagonal.z * n.y,
                                 diagonal.x * diagonal.y * n.z};
            return unit(turned(c), diagonal.x * yz);
        }
    }
    JOUNCE_INLINE vec<Real> direction(const vec<Real>& d) const { return turned(stretched(d)); }
    JOUNCE_INLINE num<Real> volume() const {
        if constexpr (Mode == palette_mode::polar) {
            const matrix<Real> m = stretch();
            return dot(m.column[0], cross(m.column[1], m.column[2]));
        } else {
            return diagonal.x * diagonal.y * diagonal.z;
        }
    }

private:
    JOUNCE_INLINE matrix<Real> stretch() const {
        return {{{diagonal.x, off_diagonal.z, off_diagonal.y},
                 {off_diagonal.z, diagonal.y, off_diagonal.x},
                 {off_diagonal.y, off_diagonal.x, diagonal.z}}};
    }
    JOUNCE_INLINE vec<Real> stretched(const vec<Real>& p) const {
        if constexpr (Mode == palette_mode::polar) {
            return stretch() * p;
        } else {
            return {diagonal.x * p.x, diagonal.y * p.y, diagonal.z * p.z};
        }
    }
    JOUNCE_INLINE vec<Real> turned(const vec<Real>& p) const {
        const vec<Real> u = cross(axis, p);
        return p + twice_over_square * (cross(axis, u) + w * u);
    }
};

} // namespace
} // namespace jounce::JOUNCE_LEVEL
