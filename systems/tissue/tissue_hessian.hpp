#pragma once

// The Hessian of stable neo-Hookean flesh at eight points at once, made positive by its eigensystem. Kernel sources
// only.

#include <jounce/systems/simd/lane_math.hpp>
#include <jounce/systems/tissue/tissue_strain.hpp>

namespace jounce::JOUNCE_LEVEL {

/// A symmetric 3x3 matrix.
template <class Real> struct symmetric { num<Real> xx, yy, zz, yz, xz, xy; };

/// One rotation of Jacobi's method: makes `off` vanish. The angle is at most an eighth of a turn.
template <class Real>
JOUNCE_INLINE void rotate_pair(num<Real>& pp, num<Real>& qq, num<Real>& off, num<Real>& rp,
                               num<Real>& rq, vec<Real>& vp, vec<Real>& vq) {
    const num<Real> one = splat(Real(1));
    const num<Real> zero = splat(Real(0));
    const mask<Real> is_zero = less_equal<Real>(off.abs(), zero);
    const num<Real> theta = Real(0.5) * (qq - pp) / where<Real>(is_zero, one, off);
    const num<Real> size = theta.abs();
    // Its square must not overflow. An angle of 1e-8 is nothing in float, but not in double.
    const num<Real> held = size.min(splat(sizeof(Real) == 4 ? Real(1e8) : Real(1e100)));
    const num<Real> root = (held * held + one).sqrt();
    const num<Real> t =
        only_where<Real>(~is_zero, turned_by_sign<Real>(one / (size + root), theta));
    const num<Real> c = one / (t * t + one).sqrt();
    const num<Real> s = t * c;
    pp = pp - t * off;
    qq = qq + t * off;
    off = zero;
    const num<Real> first = c * rp - s * rq;
    rq = s * rp + c * rq;
    rp = first;
    const vec<Real> column = c * vp - s * vq;
    vq = s * vp + c * vq;
    vp = column;
}

/// Eigenvalues on the diagonal of `a`, eigenvectors in the columns returned: a rotation.
template <class Real> JOUNCE_INLINE matrix<Real> diagonalise(symmetric<Real>& a) {
    const num<Real> one = splat(Real(1));
    const num<Real> zero = splat(Real(0));
    matrix<Real> v = {{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
    constexpr int sweeps = sizeof(Real) == 4 ? 4 : 6;
#pragma GCC unroll 1
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        rotate_pair<Real>(a.xx, a.yy, a.xy, a.xz, a.yz, v.column[0], v.column[1]);
        rotate_pair<Real>(a.xx, a.zz, a.xz, a.xy, a.yz, v.column[0], v.column[2]);
        rotate_pair<Real>(a.yy, a.zz, a.yz, a.xy, a.xz, v.column[1], v.column[2]);
    }
    return v;
}

/// F = U diag(s) V^T with rotations U and V: the last of the sizes may be negative, and is the smallest.
template <class Real> struct signed_svd {
    matrix<Real> u, v;
    vec<Real> s;
};

template <class Real>
JOUNCE_INLINE void order(num<Real>& a, num<Real>& b, vec<Real>& x, vec<Real>& y) {
    const mask<Real> wrong = less<Real>(a, b);
    const num<Real> larger = where<Real>(wrong, b, a);
    b = where<Real>(wrong, a, b);
    a = larger;
    const num<Real> zero = splat(Real(0));
    const vec<Real> first = where<Real>(wrong, y, x);
    // The sign keeps the columns a rotation.
    y = where<Real>(wrong, vec<Real>{zero - x.x, zero - x.y, zero - x.z}, y);
    x = first;
}

/// A vector made unit; the other one where it is too short to have a direction.
template <class Real>
JOUNCE_INLINE vec<Real> direction(const vec<Real>& a, const vec<Real>& otherwise) {
    const num<Real> size2 = dot(a, a);
    const mask<Real> some = less<Real>(splat(Real(1e-30)), size2);
    const num<Real> one = splat(Real(1));
    return where<Real>(some, num<Real>(one / where<Real>(some, size2, one).sqrt()) * a, otherwise);
}

template <class Real> JOUNCE_INLINE signed_svd<Real> decompose(const matrix<Real>& f) {
    symmetric<Real> a = {dot(f.column[0], f.column[0]), dot(f.column[1], f.column[1]),
                         dot(f.column[2], f.column[2]), dot(f.column[1], f.column[2]),
                         dot(f.column[0], f.column[2]), dot(f.column[0], f.column[1])};
    signed_svd<Real> out;
    out.v = diagonalise<Real>(a);
    order<Real>(a.xx, a.yy, out.v.column[0], out.v.column[1]);
    order<Real>(a.yy, a.zz, out.v.column[1], out.v.column[2]);
    order<Real>(a.xx, a.yy, out.v.column[0], out.v.column[1]);
    const num<Real> one = splat(Real(1));
    const num<Real> zero = splat(Real(0));
    const vec<Real> x = f * out.v.column[0];
    const vec<Real> y = f * out.v.column[1];
    const vec<Real> ux = direction<Real>(x, vec<Real>{one, zero, zero});
    // Any direction across the first, for flesh that is squeezed to a line.
    const mask<Real> along_x = less<Real>(splat(Real(0.9)), ux.x.abs());
    const vec<Real> helper = {only_where<Real>(~along_x, one), only_where<Real>(along_x, one),
                              zero};
    const vec<Real> across = direction<Real>(cross(ux, helper), vec<Real>{zero, one, zero});
    const vec<Real> uy = direction<Real>(y - dot(ux, y) * ux, across);
    out.u = {{ux, uy, cross(ux, uy)}};
    out.s = {dot(ux, x), dot(uy, y), dot(out.u.column[2], f * out.v.column[2])};
    return out;
}

/// The projected Hessian along the axes of U and V: `squares` couples the three diagonal entries of U^T dF V; `same`
/// and `swapped` couple an entry beside the diagonal with itself and with its mirror image (yz, xz, xy).
template <class Real> struct point_hessian {
    matrix<Real> u, v;
    symmetric<Real> squares;
    vec<Real> same, swapped;
};

template <class Real>
JOUNCE_INLINE point_hessian<Real> projected_hessian(const matrix<Real>& f, Real mu, Real lambda) {
    const signed_svd<Real> d = decompose<Real>(f);
    const vec<Real>& s = d.s;
    const num<Real> zero = splat(Real(0));
    const Real a = Real(1) + mu / lambda;
    const num<Real> j = s.x * s.y * s.z;
    const num<Real> c = lambda * (j - a);
    point_hessian<Real> out;
    out.u = d.u;
    out.v = d.v;
    const auto pair = [&](const num<Real>& size, num<Real>& same, num<Real>& swapped)
                          JOUNCE_INLINED {
                              const num<Real> twist = (mu + c * size).max(zero);
                              const num<Real> flip = (mu - c * size).max(zero);
                              same = Real(0.5) * (twist + flip);
                              swapped = Real(0.5) * (flip - twist);
                          };
    pair(s.x, out.same.x, out.swapped.x);
    pair(s.y, out.same.y, out.swapped.y);
    pair(s.z, out.same.z, out.swapped.z);
    const num<Real> yz = s.y * s.z;
    const num<Real> xz = s.x * s.z;
    const num<Real> xy = s.x * s.y;
    const num<Real> off = lambda * (j + j - a);
    symmetric<Real> m = {mu + lambda * yz * yz,
                         mu + lambda * xz * xz,
                         mu + lambda * xy * xy,
                         off * s.x,
                         off * s.y,
                         off * s.z};
    const matrix<Real> axes = diagonalise<Real>(m);
    const num<Real> x = m.xx.max(zero);
    const num<Real> y = m.yy.max(zero);
    const num<Real> z = m.zz.max(zero);
    const auto sum = [&](const num<Real>& a0, const num<Real>& b0, const num<Real>& a1,
                         const num<Real>& b1, const num<Real>& a2, const num<Real>& b2)
                         JOUNCE_INLINED { return x * a0 * b0 + y * a1 * b1 + z * a2 * b2; };
    const vec<Real>& p = axes.column[0];
    const vec<Real>& q = axes.column[1];
    const vec<Real>& r = axes.column[2];
    out.squares = {sum(p.x, p.x, q.x, q.x, r.x, r.x), sum(p.y, p.y, q.y, q.y, r.y, r.y),
                   sum(p.z, p.z, q.z, q.z, r.z, r.z), sum(p.y, p.z, q.y, q.z, r.y, r.z),
                   sum(p.x, p.z, q.x, q.z, r.x, r.z), sum(p.x, p.y, q.x, q.y, r.x, r.y)};
    return out;
}

/// The 3x3 block of two handles, from their gradients along the axes of V.
template <class Real>
JOUNCE_INLINE matrix<Real> block_of(const point_hessian<Real>& h, const vec<Real>& a,
                                    const vec<Real>& b) {
    const symmetric<Real>& q = h.squares;
    const num<Real> xx = a.x * b.x;
    const num<Real> yy = a.y * b.y;
    const num<Real> zz = a.z * b.z;
    // Entry (i, k) along the axes of U; columns are k.
    const matrix<Real> inner = {
        {{q.xx * xx + h.same.z * yy + h.same.y * zz, q.xy * (a.y * b.x) + h.swapped.z * (a.x * b.y),
          q.xz * (a.z * b.x) + h.swapped.y * (a.x * b.z)},
         {q.xy * (a.x * b.y) + h.swapped.z * (a.y * b.x), q.yy * yy + h.same.z * xx + h.same.x * zz,
          q.yz * (a.z * b.y) + h.swapped.x * (a.y * b.z)},
         {q.xz * (a.x * b.z) + h.swapped.y * (a.z * b.x),
          q.yz * (a.y * b.z) + h.swapped.x * (a.z * b.y),
          q.zz * zz + h.same.y * xx + h.same.x * yy}}};
    const matrix<Real> half = h.u * inner;
    // half U^T: column k is the sum of half's columns times U's k-th row.
    return {{half * vec<Real>{h.u.column[0].x, h.u.column[1].x, h.u.column[2].x},
             half * vec<Real>{h.u.column[0].y, h.u.column[1].y, h.u.column[2].y},
             half * vec<Real>{h.u.column[0].z, h.u.column[1].z, h.u.column[2].z}}};
}

} // namespace jounce::JOUNCE_LEVEL
