#pragma once

// Quaternions as four numbers, and differences between two of them. Kernel sources only.

#include <jounce/systems/simd/lane_math.hpp>

namespace jounce::JOUNCE_LEVEL {

template <class Real> JOUNCE_INLINE rotation<Real> conjugate(const rotation<Real>& q) {
    return {-q.x, -q.y, -q.z, q.w};
}
template <class Real> JOUNCE_INLINE rotation<Real> no_turn() {
    return {splat(Real(0)), splat(Real(0)), splat(Real(0)), splat(Real(1))};
}

template <class Real>
JOUNCE_INLINE rotation<Real> operator+(const rotation<Real>& a, const rotation<Real>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}
template <class Real>
JOUNCE_INLINE rotation<Real> operator-(const rotation<Real>& a, const rotation<Real>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
}
template <class Real>
JOUNCE_INLINE rotation<Real> operator*(const num<Real>& s, const rotation<Real>& q) {
    return {s * q.x, s * q.y, s * q.z, s * q.w};
}
template <class Real>
JOUNCE_INLINE num<Real> dot(const rotation<Real>& a, const rotation<Real>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

template <class Real>
JOUNCE_INLINE vec<Real> mix(const vec<Real>& a, const vec<Real>& b, const num<Real>& share) {
    return a + share * (b - a);
}
/// The short way between two rotations.
template <class Real>
JOUNCE_INLINE rotation<Real> mix(const rotation<Real>& a, const rotation<Real>& b,
                                 const num<Real>& share) {
    const num<Real> cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    const num<Real> to = turned_by_sign(share, cosine);
    const num<Real> from = splat(Real(1)) - share;
    return normalised(rotation<Real>{from * a.x + to * b.x, from * a.y + to * b.y,
                                     from * a.z + to * b.z, from * a.w + to * b.w});
}
template <class Real>
JOUNCE_INLINE lane_mat3<Real> mix(const lane_mat3<Real>& a, const lane_mat3<Real>& b,
                                  const num<Real>& share) {
    lane_mat3<Real> out;
    for (int c = 0; c < 3; ++c) {
        store(out.column[c], mix(load(a.column[c]), load(b.column[c]), share));
    }
    return out;
}

} // namespace jounce::JOUNCE_LEVEL
