#pragma once

#include <jounce/components/base/math_types.hpp>

namespace jounce {

/// Characters that share a rig are simulated this many at a time, one per SIMD lane.
inline constexpr int lane_count = 8;

/// One number of each of eight characters. Storage only: kernels load it into registers, so that
/// the same source compiles to AVX, SSE or NEON, and headers of users do not depend on it.
template <class Real> struct alignas(lane_count * sizeof(Real)) lane { Real v[lane_count]; };

/// `vec3` of eight characters.
template <class Real> struct lane_vec3 { lane<Real> x, y, z; };

/// `quat` of eight characters.
template <class Real> struct lane_quat { lane<Real> x, y, z, w; };

/// `mat3` of eight characters, by columns.
template <class Real> struct lane_mat3 { lane_vec3<Real> column[3]; };

/// `transform` of eight characters.
template <class Real> struct lane_transform {
    lane_quat<Real> rotation;
    lane_vec3<Real> translation;
    lane<Real> scale;
};

/// @{
/// Reads one character out of a lane value.
template <class Real> vec3<Real> get_lane(const lane_vec3<Real>& from, int i) {
    return {from.x.v[i], from.y.v[i], from.z.v[i]};
}
template <class Real> quat<Real> get_lane(const lane_quat<Real>& from, int i) {
    return {from.x.v[i], from.y.v[i], from.z.v[i], from.w.v[i]};
}
template <class Real> mat3<Real> get_lane(const lane_mat3<Real>& from, int i) {
    return {
        {get_lane(from.column[0], i), get_lane(from.column[1], i), get_lane(from.column[2], i)}};
}
template <class Real> transform<Real> get_lane(const lane_transform<Real>& from, int i) {
    return {get_lane(from.rotation, i), get_lane(from.translation, i), from.scale.v[i]};
}
/// @}

/// @{
/// Writes one character into a lane value.
template <class Real> void set_lane(lane_vec3<Real>& to, int i, const vec3<Real>& value) {
    to.x.v[i] = value.x;
    to.y.v[i] = value.y;
    to.z.v[i] = value.z;
}
template <class Real> void set_lane(lane_quat<Real>& to, int i, const quat<Real>& value) {
    to.x.v[i] = value.x;
    to.y.v[i] = value.y;
    to.z.v[i] = value.z;
    to.w.v[i] = value.w;
}
template <class Real> void set_lane(lane_mat3<Real>& to, int i, const mat3<Real>& value) {
    for (int c = 0; c < 3; ++c) {
        set_lane(to.column[c], i, value.column[c]);
    }
}
template <class Real> void set_lane(lane_transform<Real>& to, int i, const transform<Real>& value) {
    set_lane(to.rotation, i, value.rotation);
    set_lane(to.translation, i, value.translation);
    to.scale.v[i] = value.scale;
}
/// @}

} // namespace jounce
