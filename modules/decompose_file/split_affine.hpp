#pragma once

#include <jounce/components/base/math_types.hpp>

namespace jounce::decompose {

/// A matrix as two nodes can hold it: `outer * diagonal(scale) * inner`.
struct split_matrix {
    quat<double> outer;
    vec3<double> scale; ///< descending in size; the last is below zero for matrices that mirror
    quat<double> inner;
};

/// Splits any matrix F = (RV) D V^T, both factors rotations. One node has no place for shear: a parent turns and
/// scales, its child turns before that.
split_matrix split_affine(const mat3<double>& linear);

/// The rotation nearest to a matrix, as a quaternion.
quat<double> nearest_rotation(const mat3<double>& linear);

} // namespace jounce::decompose
