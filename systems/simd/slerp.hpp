#pragma once

// Even turning between two rotations, for kernel sources only.

#include <jounce/systems/simd/rotation_math.hpp>

namespace jounce::JOUNCE_LEVEL {

/// Terms of the series below that a precision needs: angles are at most a quarter turn of the
/// quaternion's, where a term is at most 0.15 of the one before.
template <class Real> inline constexpr int slerp_terms = sizeof(Real) == 4 ? 9 : 18;

/// sin(t a) / (t sin(a)) as a series in cos(a) - 1, from one term on: term i is the one before times
/// (t^2 - i^2) / (i (2 i + 1)) (cos(a) - 1). (D. Eberly, A Fast and Accurate Algorithm for Computing
/// SLERP.) Exactly 1 for t = 1.
template <class Real, int Term = 1>
JOUNCE_INLINE num<Real> slerp_series(const num<Real>& t2, const num<Real>& cosine_less_1) {
    constexpr Real of_t2 = Real(1) / Real(Term * (2 * Term + 1));
    constexpr Real constant = Term == 1 ? of_t2 : Real(Term) / Real(2 * Term + 1);
    const num<Real> factor = (num<Real>(of_t2) * t2 - num<Real>(constant)) * cosine_less_1;
    if constexpr (Term == slerp_terms<Real>) {
        return num<Real>(Real(1)) + factor;
    } else {
        return num<Real>(Real(1)) + factor * slerp_series<Real, Term + 1>(t2, cosine_less_1);
    }
}

/// The rotation with the sign that is nearer to another's.
template <class Real>
JOUNCE_INLINE rotation<Real> towards(const rotation<Real>& other, const rotation<Real>& q) {
    const mask<Real> away = less<Real>(dot(other, q), splat(Real(0)));
    return where<Real>(away, {-q.x, -q.y, -q.z, -q.w}, q);
}

/// Even turning the short way, share 0..1: `from` itself at 0. Not normalised: as long as its
/// input. Only the half of the arc that contains the share is interpolated, so that the series
/// converges quickly.
template <class Real>
JOUNCE_INLINE rotation<Real> slerp(const rotation<Real>& from, const rotation<Real>& far_sign,
                                   const num<Real>& share) {
    const rotation<Real> to = towards(from, far_sign);
    const rotation<Real> sum = from + to;
    const num<Real> size = dot(sum, sum).sqrt(); // at least the square root of two
    const rotation<Real> middle = (splat(Real(1)) / size) * sum;
    const num<Real> cosine_less_1 = Real(0.5) * size - splat(Real(1));
    const mask<Real> first = less<Real>(share, splat(Real(0.5)));
    const rotation<Real> a = where<Real>(first, from, middle);
    const rotation<Real> b = where<Real>(first, middle, to);
    const num<Real> t = share + share - where<Real>(first, splat(Real(0)), splat(Real(1)));
    const num<Real> d = splat(Real(1)) - t;
    return (d * slerp_series<Real>(d * d, cosine_less_1)) * a +
           (t * slerp_series<Real>(t * t, cosine_less_1)) * b;
}

} // namespace jounce::JOUNCE_LEVEL
