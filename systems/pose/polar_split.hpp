#pragma once

// Splitting a 3x3 matrix into rotation and stretch, eight lanes at a time.

#include <jounce/systems/simd/lane_math.hpp>

namespace jounce::JOUNCE_LEVEL {

/// Symmetric 3x3.
template <class Real> struct stretch { num<Real> xx, yy, zz, yz, xz, xy; };

template <class Real> struct rotation_stretch {
    rotation<Real> turn;
    stretch<Real> w;
};

/// Quaternion of a rotation matrix by Shepperd's method: of the four forms the one with the largest
/// divisor, so half turns are as exact as any. Matrices that are not quite orthonormal are allowed.
template <class Real> JOUNCE_INLINE rotation<Real> to_rotation(const matrix<Real>& m) {
    const num<Real>& xx = m.column[0].x;
    const num<Real>& yy = m.column[1].y;
    const num<Real>& zz = m.column[2].z;
    const num<Real> one = splat(Real(1));
    const num<Real> by_w = one + xx + yy + zz;
    const num<Real> by_x = one + xx - yy - zz;
    const num<Real> by_y = one - xx + yy - zz;
    const num<Real> by_z = one - xx - yy + zz;
    const num<Real> yz_plus = m.column[1].z + m.column[2].y;
    const num<Real> xz_plus = m.column[0].z + m.column[2].x;
    const num<Real> xy_plus = m.column[0].y + m.column[1].x;
    const num<Real> yz_minus = m.column[1].z - m.column[2].y;
    const num<Real> zx_minus = m.column[2].x - m.column[0].z;
    const num<Real> xy_minus = m.column[0].y - m.column[1].x;

    rotation<Real> q = {yz_minus, zx_minus, xy_minus, by_w};
    num<Real> largest = by_w;
    mask<Real> better = less<Real>(largest, by_x);
    q = where<Real>(better, {by_x, xy_plus, xz_plus, yz_minus}, q);
    largest = where<Real>(better, by_x, largest);
    better = less<Real>(largest, by_y);
    q = where<Real>(better, {xy_plus, by_y, yz_plus, zx_minus}, q);
    largest = where<Real>(better, by_y, largest);
    better = less<Real>(largest, by_z);
    q = where<Real>(better, {xz_plus, yz_plus, by_z, xy_minus}, q);
    return normalised(q);
}

/// Column norms as scale along the model's axes; a mirrored matrix gets a negative x scale. Exact
/// without shear. Where a column vanishes, the rotation is that of `kinematic`.
template <class Real>
JOUNCE_INLINE rotation_stretch<Real> split_columns(const matrix<Real>& m,
                                                   const rotation<Real>& kinematic) {
    const num<Real> zero = splat(Real(0));
    const num<Real> det = dot(m.column[0], cross(m.column[1], m.column[2]));
    const num<Real> x_length = length(m.column[0]);
    const num<Real> sx = where<Real>(less<Real>(det, zero), -x_length, x_length);
    const num<Real> sy = length(m.column[1]);
    const num<Real> sz = length(m.column[2]);

    const mask<Real> flat = less_equal<Real>(x_length.min(sy).min(sz), zero);
    const num<Real> one = splat(Real(1));
    const matrix<Real> axes = {{num<Real>(one / where<Real>(flat, one, sx)) * m.column[0],
                                num<Real>(one / where<Real>(flat, one, sy)) * m.column[1],
                                num<Real>(one / where<Real>(flat, one, sz)) * m.column[2]}};
    return {where<Real>(flat, kinematic, to_rotation(axes)), {sx, sy, sz, zero, zero, zero}};
}

/// Polar decomposition m = R W by Newton's iteration for the nearest orthogonal matrix, scaled so
/// that it converges in a fixed few steps whatever the condition. A mirrored matrix gives a negative
/// W. Where m is singular R is not unique and `kinematic` is taken.
template <class Real>
JOUNCE_INLINE rotation_stretch<Real> split_polar(const matrix<Real>& m,
                                                 const rotation<Real>& kinematic) {
    const auto norm2 = [](const matrix<Real>& a) {
        return num<Real>(dot(a.column[0], a.column[0]) + dot(a.column[1], a.column[1]) +
                         dot(a.column[2], a.column[2]));
    };
    const num<Real> one = splat(Real(1));
    const num<Real> size = norm2(m).sqrt();
    const num<Real> det = dot(m.column[0], cross(m.column[1], m.column[2]));
    // Relative to size^3; below it the inverse is rounding noise.
    constexpr Real noise = sizeof(Real) == 4 ? Real(1e-7) : Real(1e-15);
    const mask<Real> singular = less_equal<Real>(det.abs(), noise * size * size * size);

    const matrix<Real> safe_start = to_matrix(kinematic);
    matrix<Real> x = m;
    for (int c = 0; c < 3; ++c) {
        x.column[c] = where<Real>(singular, safe_start.column[c], x.column[c]);
    }
#pragma GCC unroll 1 // nine copies gain nothing and take long to compile
    for (int step = 0; step < 9; ++step) {
        const matrix<Real> cofactor = cofactors(x);
        const num<Real> inverse_det = one / dot(x.column[0], cofactor.column[0]);
        const matrix<Real> inverse_transpose = inverse_det * cofactor;
        const num<Real> gain = (norm2(inverse_transpose) / norm2(x)).sqrt().sqrt();
        const num<Real> a = Real(0.5) * gain;
        const num<Real> b = Real(0.5) / gain;
        for (int c = 0; c < 3; ++c) {
            x.column[c] = a * x.column[c] + b * inverse_transpose.column[c];
        }
    }
    // An orthogonal matrix of determinant -1 is minus a rotation.
    const num<Real> sign = where<Real>(less<Real>(det, splat(Real(0))), -one, one);
    const rotation<Real> q = where<Real>(singular, kinematic, to_rotation<Real>(sign * x));
    const matrix<Real> turn = to_matrix(q);
    const auto at = [&](int i, int j) { return dot(turn.column[i], m.column[j]); };
    const Real half = Real(0.5);
    return {q,
            {at(0, 0), at(1, 1), at(2, 2), half * (at(1, 2) + at(2, 1)),
             half * (at(0, 2) + at(2, 0)), half * (at(0, 1) + at(1, 0))}};
}

} // namespace jounce::JOUNCE_LEVEL
