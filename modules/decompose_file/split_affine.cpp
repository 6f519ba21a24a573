#include <jounce/modules/decompose_file/split_affine.hpp>

#include <Eigen/Geometry>
#include <Eigen/SVD>

#include <algorithm>

namespace jounce::decompose {
namespace {

struct factors {
    Eigen::Matrix3d left;
    Eigen::Vector3d values;
    Eigen::Matrix3d right;
};

/// Singular values and two rotations; what mirrors is in the last value.
factors factors_of(const mat3<double>& linear) {
    Eigen::Matrix3d matrix;
    for (int c = 0; c < 3; ++c) {
        const vec3<double>& column = linear.column[c];
        matrix.col(c) = Eigen::Vector3d(column.x, column.y, column.z);
    }
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
    factors out = {svd.matrixU(), svd.singularValues(), svd.matrixV()};
    if (out.right.determinant() < 0) {
        out.right.col(2) *= -1;
        out.values.z() *= -1;
    }
    if (out.left.determinant() < 0) {
        out.left.col(2) *= -1;
        out.values.z() *= -1;
    }
    return out;
}

quat<double> to_quat(const Eigen::Matrix3d& rotation) {
    const Eigen::Quaterniond q = Eigen::Quaterniond(rotation).normalized();
    return {q.x(), q.y(), q.z(), q.w()};
}

} // namespace

split_matrix split_affine(const mat3<double>& linear) {
    const factors found = factors_of(linear);
    // A node that scales to nothing along all axes has no proportion left between them.
    const double largest = std::max(found.values.x(), 1e-7);
    return {to_quat(found.left),
            {largest, found.values.y(), found.values.z()},
            to_quat(found.right.transpose())};
}

quat<double> nearest_rotation(const mat3<double>& linear) {
    const factors found = factors_of(linear);
    return to_quat(found.left * found.right.transpose());
}

} // namespace jounce::decompose
