#pragma once

// Arithmetic on the plain values of one character: for builders, loaders and `cpu_skin`, where
// clarity matters more than speed.

#include <jounce/components/base/math_types.hpp>

#include <cmath>

namespace jounce {

/// @{
/// Number by number.
template <class Real> vec3<Real> operator+(const vec3<Real>& a, const vec3<Real>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class Real> vec3<Real> operator-(const vec3<Real>& a, const vec3<Real>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class Real> vec3<Real> operator*(Real s, const vec3<Real>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
/// @}
/// Scalar product.
template <class Real> Real dot(const vec3<Real>& a, const vec3<Real>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
/// Vector product, right-handed.
template <class Real> vec3<Real> cross(const vec3<Real>& a, const vec3<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Euclidean length.
template <class Real> Real length(const vec3<Real>& a) { return std::sqrt(dot(a, a)); }

/// The rotation `b` first, then `a`.
template <class Real> quat<Real> operator*(const quat<Real>& a, const quat<Real>& b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
/// Of unit length. @pre `q` is not zero
template <class Real> quat<Real> normalised(const quat<Real>& q) {
    const Real n = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return {q.x / n, q.y / n, q.z / n, q.w / n};
}
/// Turns a vector. @pre `q` has unit length
template <class Real> vec3<Real> rotate(const quat<Real>& q, const vec3<Real>& p) {
    const vec3<Real> axis = {q.x, q.y, q.z};
    const vec3<Real> turned = Real(2) * cross(axis, p);
    return p + q.w * turned + cross(axis, turned);
}
/// Right-handed turn about a unit axis.
template <class Real> quat<Real> axis_angle(const vec3<Real>& axis, Real radians) {
    const Real s = std::sin(radians / 2);
    return {s * axis.x, s * axis.y, s * axis.z, std::cos(radians / 2)};
}

/// The matrix applied to a vector.
template <class Real> vec3<Real> operator*(const mat3<Real>& m, const vec3<Real>& p) {
    return p.x * m.column[0] + p.y * m.column[1] + p.z * m.column[2];
}
/// `b` first, then `a`.
template <class Real> mat3<Real> operator*(const mat3<Real>& a, const mat3<Real>& b) {
    return {{a * b.column[0], a * b.column[1], a * b.column[2]}};
}
/// Rows become columns.
template <class Real> mat3<Real> transposed(const mat3<Real>& m) {
    return {{{m.column[0].x, m.column[1].x, m.column[2].x},
             {m.column[0].y, m.column[1].y, m.column[2].y},
             {m.column[0].z, m.column[1].z, m.column[2].z}}};
}
/// det(m) times the inverse transpose.
template <class Real> mat3<Real> cofactors(const mat3<Real>& m) {
    return {{cross(m.column[1], m.column[2]), cross(m.column[2], m.column[0]),
             cross(m.column[0], m.column[1])}};
}
/// How much the matrix changes volumes; below 0 it mirrors.
template <class Real> Real determinant(const mat3<Real>& m) {
    return dot(m.column[0], cross(m.column[1], m.column[2]));
}
/// The inverse matrix. @pre the determinant is not zero
template <class Real> mat3<Real> inverse(const mat3<Real>& m) {
    const mat3<Real> c = cofactors(m);
    const Real d = Real(1) / determinant(m);
    return transposed(mat3<Real>{{d * c.column[0], d * c.column[1], d * c.column[2]}});
}
/// The rotation as a matrix. @pre `q` has unit length
template <class Real> mat3<Real> to_matrix(const quat<Real>& q) {
    return {{rotate(q, {1, 0, 0}), rotate(q, {0, 1, 0}), rotate(q, {0, 0, 1})}};
}
/// The matrix after a scale along the axes: `m * diagonal(s)`.
template <class Real> mat3<Real> scaled_columns(const mat3<Real>& m, const vec3<Real>& s) {
    return {{s.x * m.column[0], s.y * m.column[1], s.z * m.column[2]}};
}

/// The map applied to a point.
template <class Real> vec3<Real> operator*(const affine<Real>& a, const vec3<Real>& p) {
    return a.linear * p + a.translation;
}
/// `b` first, then `a`.
template <class Real> affine<Real> operator*(const affine<Real>& a, const affine<Real>& b) {
    return {a.linear * b.linear, a * b.translation};
}
/// The inverse map. @pre the determinant of the linear part is not zero
template <class Real> affine<Real> inverse(const affine<Real>& a) {
    const mat3<Real> linear = inverse(a.linear);
    return {linear, Real(-1) * (linear * a.translation)};
}
/// The same map as a matrix and a translation.
template <class Real> affine<Real> to_affine(const transform<Real>& t) {
    return {scaled_columns(to_matrix(t.rotation), {t.scale, t.scale, t.scale}), t.translation};
}

/// @{
/// The same value in another precision: `cast<float>(v)`.
template <class To, class From> vec3<To> cast(const vec3<From>& v) {
    return {static_cast<To>(v.x), static_cast<To>(v.y), static_cast<To>(v.z)};
}
template <class To, class From> quat<To> cast(const quat<From>& q) {
    return {static_cast<To>(q.x), static_cast<To>(q.y), static_cast<To>(q.z), static_cast<To>(q.w)};
}
template <class To, class From> mat3<To> cast(const mat3<From>& m) {
    return {{cast<To>(m.column[0]), cast<To>(m.column[1]), cast<To>(m.column[2])}};
}
template <class To, class From> affine<To> cast(const affine<From>& a) {
    return {cast<To>(a.linear), cast<To>(a.translation)};
}
template <class To, class From> transform<To> cast(const transform<From>& t) {
    return {cast<To>(t.rotation), cast<To>(t.translation), static_cast<To>(t.scale)};
}
/// @}

} // namespace jounce
