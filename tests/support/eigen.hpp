#pragma once

// Independent arithmetic: tests compare the project's own with Eigen's 4x4 matrices in double.

#include <jounce/components/base/math_types.hpp>

#include <Eigen/Dense>

namespace jounce::test {

template <class Real> Eigen::Vector3d to_eigen(const vec3<Real>& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
template <class Real> Eigen::Quaterniond to_eigen(const quat<Real>& q) {
    return {static_cast<double>(q.w), static_cast<double>(q.x), static_cast<double>(q.y),
            static_cast<double>(q.z)};
}
template <class Real> Eigen::Matrix3d to_eigen(const mat3<Real>& m) {
    Eigen::Matrix3d out;
    out << to_eigen(m.column[0]), to_eigen(m.column[1]), to_eigen(m.column[2]);
    return out;
}
inline Eigen::Matrix4d to_matrix4(const Eigen::Matrix3d& linear, const Eigen::Vector3d& move) {
    Eigen::Matrix4d out = Eigen::Matrix4d::Identity();
    out.topLeftCorner<3, 3>() = linear;
    out.topRightCorner<3, 1>() = move;
    return out;
}
template <class Real> Eigen::Matrix4d to_eigen(const affine<Real>& a) {
    return to_matrix4(to_eigen(a.linear), to_eigen(a.translation));
}
template <class Real> Eigen::Matrix4d to_eigen(const transform<Real>& t) {
    return to_matrix4(static_cast<double>(t.scale) * to_eigen(t.rotation).toRotationMatrix(),
                      to_eigen(t.translation));
}
inline Eigen::Vector3d apply(const Eigen::Matrix4d& m, const Eigen::Vector3d& p) {
    return m.topLeftCorner<3, 3>() * p + m.topRightCorner<3, 1>();
}

} // namespace jounce::test
