#pragma once

// How a matrix moves a tangent. For functions that move one vertex at a time.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/systems/skin/skin_frames.hpp>

namespace jounce {

/// In the plane of the normal, of unit length; zero if there is no direction.
template <class Real>
tangent4<Real> tangent_beside(const vec3<Real>& moved, Real side, const vec3<Real>& normal) {
    const vec3<Real> flat = moved - dot(normal, moved) * normal;
    const Real size = length(flat);
    const vec3<Real> along = size > 0 ? (Real(1) / size) * flat : vec3<Real>{};
    return {along.x, along.y, along.z, side};
}

/// @param normal  as the matrix leaves it, of unit length
template <class Real>
tangent4<Real> moved_tangent(const mat3<Real>& by, const tangent4<Real>& from,
                             const vec3<Real>& normal) {
    return tangent_beside(by * vec3<Real>{from[0], from[1], from[2]},
                          determinant(by) < 0 ? -from[3] : from[3], normal);
}

} // namespace jounce
