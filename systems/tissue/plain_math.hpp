#pragma once

// Arithmetic of one character inside kernels. In the namespace of the level, unlike scalar_math.hpp: nothing that is
// compiled for one instruction set may be linked into another. Kernel sources only.

#include <jounce/components/base/math_types.hpp>
#include <jounce/systems/simd/lane_math.hpp>

#include <cmath>

namespace jounce::JOUNCE_LEVEL {
namespace {

template <class Real> vec3<Real> operator+(const vec3<Real>& a, const vec3<Real>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class Real> vec3<Real> operator-(const vec3<Real>& a, const vec3<Real>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class Real> vec3<Real> operator*(Real s, const vec3<Real>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
template <class Real> Real dot(const vec3<Real>& a, const vec3<Real>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Real> vec3<Real> cross(const vec3<Real>& a, const vec3<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Real> vec3<Real> times(const mat3<Real>& m, const vec3<Real>& p) {
    return p.x * m.column[0] + p.y * m.column[1] + p.z * m.column[2];
}
template <class Real> vec3<Real> transposed_times(const mat3<Real>& m, const vec3<Real>& v) {
    return {dot(m.column[0], v), dot(m.column[1], v), dot(m.column[2], v)};
}
/// `along` times n n^T, and `across` times what is perpendicular to n.
template <class Real> mat3<Real> split_matrix(const vec3<Real>& n, Real along, Real across) {
    const Real more = along - across;
    mat3<Real> out = {{(more * n.x) * n, (more * n.y) * n, (more * n.z) * n}};
    out.column[0].x += across;
    out.column[1].y += across;
    out.column[2].z += across;
    return out;
}

template <class Real> quat<Real> conjugate(const quat<Real>& q) { return {-q.x, -q.y, -q.z, q.w}; }
template <class Real> quat<Real> operator*(const quat<Real>& a, const quat<Real>& b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
template <class Real> quat<Real> normalised(const quat<Real>& q) {
    const Real n = Real(1) / std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return {n * q.x, n * q.y, n * q.z, n * q.w};
}
template <class Real> vec3<Real> rotate(const quat<Real>& q, const vec3<Real>& p) {
    const vec3<Real> axis = {q.x, q.y, q.z};
    const vec3<Real> turned = Real(2) * cross(axis, p);
    return p + q.w * turned + cross(axis, turned);
}

/// How often angles are halved, so that short series are exact.
constexpr int halvings = 4;

/// The rotation about a vector by its length, which is at most half a turn. No function of the C library: those differ
/// between machines.
template <class Real> quat<Real> turn_about(const vec3<Real>& angle) {
    const vec3<Real> v = (Real(0.5) / Real(1 << halvings)) * angle;
    const Real y = dot(v, v);
    const Real sine =
        Real(1) - y / 6 * (Real(1) - y / 20 * (Real(1) - y / 42 * (Real(1) - y / 72)));
    const Real cosine =
        Real(1) - y / 2 * (Real(1) - y / 12 * (Real(1) - y / 30 * (Real(1) - y / 56)));
    quat<Real> q = {sine * v.x, sine * v.y, sine * v.z, cosine};
    for (int i = 0; i < halvings; ++i) {
        q = q * q;
    }
    return normalised(q);
}

/// The shortest vector whose `turn_about` is a rotation.
template <class Real> vec3<Real> angle_of(const quat<Real>& turn) {
    quat<Real> q = turn;
    if (q.w < 0) {
        q = {-q.x, -q.y, -q.z, -q.w};
    }
    for (int i = 0; i < halvings; ++i) {
        q.w += Real(1);
        q = normalised(q);
    }
    const vec3<Real> v = {q.x, q.y, q.z};
    const Real y = dot(v, v); // the series of the arc sine
    const Real arc =
        Real(1) + y * (Real(1) / 6 +
                       y * (Real(3) / 40 + y * (Real(15) / 336 +
                                                y * (Real(105) / 3456 + y * (Real(945) / 42240)))));
    return (Real(2 << halvings) * arc) * v;
}

} // namespace
} // namespace jounce::JOUNCE_LEVEL
