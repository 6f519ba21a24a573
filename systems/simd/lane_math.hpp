#pragma once

// Arithmetic on eight lanes at once, for kernel sources only. The build renames Eigen's namespace per
// level and these functions live in the level's namespace, so that nothing compiled for one
// instruction set can be linked into another.

#include <jounce/systems/simd/lane_num.hpp>

namespace jounce::JOUNCE_LEVEL {

template <class Real> struct vec { num<Real> x, y, z; };

template <class Real> struct rotation { num<Real> x, y, z, w; };

template <class Real> struct matrix { vec<Real> column[3]; };

// Storage to registers and back.

template <class Real> JOUNCE_INLINE vec<Real> load(const lane_vec3<Real>& from) {
    return {load(from.x), load(from.y), load(from.z)};
}
template <class Real> JOUNCE_INLINE rotation<Real> load(const lane_quat<Real>& from) {
    return {load(from.x), load(from.y), load(from.z), load(from.w)};
}
template <class Real> JOUNCE_INLINE matrix<Real> load(const lane_mat3<Real>& from) {
    return {{load(from.column[0]), load(from.column[1]), load(from.column[2])}};
}

template <class Real> JOUNCE_INLINE void store(lane_vec3<Real>& to, const vec<Real>& value) {
    store(to.x, value.x);
    store(to.y, value.y);
    store(to.z, value.z);
}
template <class Real> JOUNCE_INLINE void store(lane_quat<Real>& to, const rotation<Real>& value) {
    store(to.x, value.x);
    store(to.y, value.y);
    store(to.z, value.z);
    store(to.w, value.w);
}
template <class Real> JOUNCE_INLINE void store(lane_mat3<Real>& to, const matrix<Real>& value) {
    for (int c = 0; c < 3; ++c) {
        store(to.column[c], value.column[c]);
    }
}

// The same value in every lane.

template <class Real> JOUNCE_INLINE vec<Real> splat(const vec3<Real>& value) {
    return {splat(value.x), splat(value.y), splat(value.z)};
}
template <class Real> JOUNCE_INLINE rotation<Real> splat(const quat<Real>& value) {
    return {splat(value.x), splat(value.y), splat(value.z), splat(value.w)};
}
template <class Real> JOUNCE_INLINE matrix<Real> splat(const mat3<Real>& value) {
    return {{splat(value.column[0]), splat(value.column[1]), splat(value.column[2])}};
}

// Choice per lane.

template <class Real>
JOUNCE_INLINE vec<Real> where(const mask<Real>& condition, const vec<Real>& yes,
                              const vec<Real>& no) {
    return {where<Real>(condition, yes.x, no.x), where<Real>(condition, yes.y, no.y),
            where<Real>(condition, yes.z, no.z)};
}
template <class Real>
JOUNCE_INLINE rotation<Real> where(const mask<Real>& condition, const rotation<Real>& yes,
                                   const rotation<Real>& no) {
    return {where<Real>(condition, yes.x, no.x), where<Real>(condition, yes.y, no.y),
            where<Real>(condition, yes.z, no.z), where<Real>(condition, yes.w, no.w)};
}
template <class Real>
JOUNCE_INLINE vec<Real> only_where(const mask<Real>& condition, const vec<Real>& a) {
    return {only_where<Real>(condition, a.x), only_where<Real>(condition, a.y),
            only_where<Real>(condition, a.z)};
}

// Vectors.

template <class Real> JOUNCE_INLINE vec<Real> operator+(const vec<Real>& a, const vec<Real>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class Real> JOUNCE_INLINE vec<Real> operator-(const vec<Real>& a, const vec<Real>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class Real> JOUNCE_INLINE vec<Real> operator*(const num<Real>& s, const vec<Real>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
template <class Real> JOUNCE_INLINE vec<Real> operator*(Real s, const vec<Real>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
template <class Real> JOUNCE_INLINE num<Real> dot(const vec<Real>& a, const vec<Real>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Real> JOUNCE_INLINE vec<Real> cross(const vec<Real>& a, const vec<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Real> JOUNCE_INLINE num<Real> length(const vec<Real>& a) {
    return dot(a, a).sqrt();
}

// Rotations.

template <class Real>
JOUNCE_INLINE rotation<Real> operator*(const rotation<Real>& a, const rotation<Real>& b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
template <class Real> JOUNCE_INLINE vec<Real> rotate(const rotation<Real>& q, const vec<Real>& p) {
    const vec<Real> axis = {q.x, q.y, q.z};
    const vec<Real> turned = Real(2) * cross(axis, p);
    return p + q.w * turned + cross(axis, turned);
}
template <class Real> JOUNCE_INLINE rotation<Real> normalised(const rotation<Real>& q) {
    const num<Real> inverse =
        splat(Real(1)) / (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).sqrt();
    return {q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
}
template <class Real> JOUNCE_INLINE matrix<Real> to_matrix(const rotation<Real>& q) {
    const num<Real> x2 = q.x + q.x;
    const num<Real> y2 = q.y + q.y;
    const num<Real> z2 = q.z + q.z;
    const num<Real> one = splat(Real(1));
    return {{{one - (q.y * y2 + q.z * z2), q.x * y2 + q.w * z2, q.x * z2 - q.w * y2},
             {q.x * y2 - q.w * z2, one - (q.x * x2 + q.z * z2), q.y * z2 + q.w * x2},
             {q.x * z2 + q.w * y2, q.y * z2 - q.w * x2, one - (q.x * x2 + q.y * y2)}}};
}

/// Shortest rotation from one unit vector to another, through their sum h = from + to. Near half a
/// turn 1 + dot(from, to) cancels and keeps the rounding of the two lengths; |h|^2 / 2 is the same
/// number without that. Exactly opposite vectors have no shortest rotation; they turn half about an
/// axis perpendicular to `from`.
template <class Real>
JOUNCE_INLINE rotation<Real> shortest_arc(const vec<Real>& from, const vec<Real>& to) {
    const vec<Real> h = from + to;
    const vec<Real> axis = cross(from, h);
    const num<Real> size2 = dot(h, h);
    const rotation<Real> direct = {axis.x, axis.y, axis.z, Real(0.5) * size2};

    const mask<Real> along_x = less<Real>(splat(Real(0.9)), from.x.abs());
    const vec<Real> helper = {where<Real>(along_x, splat(Real(0)), splat(Real(1))),
                              where<Real>(along_x, splat(Real(1)), splat(Real(0))), splat(Real(0))};
    const vec<Real> side = cross(from, helper);
    const rotation<Real> half_turn = {side.x, side.y, side.z, splat(Real(0))};

    // Below this the direction of h is rounding noise.
    constexpr Real noise = sizeof(Real) == 4 ? Real(1e-6) : Real(1e-14);
    const mask<Real> opposite = less<Real>(size2, splat(noise * noise));
    return normalised(where(opposite, half_turn, direct));
}

// Matrices.

template <class Real> JOUNCE_INLINE vec<Real> operator*(const matrix<Real>& m, const vec<Real>& p) {
    return p.x * m.column[0] + p.y * m.column[1] + p.z * m.column[2];
}
template <class Real>
JOUNCE_INLINE matrix<Real> operator*(const matrix<Real>& a, const matrix<Real>& b) {
    return {{a * b.column[0], a * b.column[1], a * b.column[2]}};
}
template <class Real>
JOUNCE_INLINE matrix<Real> operator*(const num<Real>& s, const matrix<Real>& m) {
    return {{s * m.column[0], s * m.column[1], s * m.column[2]}};
}
/// Cofactors: det(m) times the inverse transpose.
template <class Real> JOUNCE_INLINE matrix<Real> cofactors(const matrix<Real>& m) {
    return {{cross(m.column[1], m.column[2]), cross(m.column[2], m.column[0]),
             cross(m.column[0], m.column[1])}};
}

} // namespace jounce::JOUNCE_LEVEL
