#include <jounce/modules/gltf/split_matrix.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <Eigen/Dense>

#include <cmath>

namespace jounce::gltf {
namespace {

/// Cosine between two axes from which on they are not called rounded any more.
constexpr double shear_tolerance = 1e-3;

/// Axes of length one; those of no length are made up, so that all three are at right angles.
Eigen::Matrix3d unit_axes(const Eigen::Matrix3d& m, const Eigen::Vector3d& scale) {
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
    int flat = 0;
    int last = 0;
    for (int c = 0; c < 3; ++c) {
        if (scale[c] > 0) {
            axes.col(c) = m.col(c) / scale[c];
            last = c;
        } else {
            ++flat;
        }
    }
    if (flat == 2) {
        axes.col((last + 1) % 3) = axes.col(last).unitOrthogonal();
    }
    if (flat == 1 || flat == 2) {
        for (int c = 0; c < 3; ++c) {
            const bool open = flat == 1 ? scale[c] == 0 : c == (last + 2) % 3;
            if (open) {
                axes.col(c) = axes.col((c + 1) % 3).cross(axes.col((c + 2) % 3)).normalized();
            }
        }
    }
    return axes;
}

} // namespace

node_pose split_matrix(source& from, const std::vector<double>& matrix, std::string_view place) {
    const Eigen::Map<const Eigen::Matrix4d> whole(matrix.data());
    node_pose pose;
    if ((whole.row(3) - Eigen::RowVector4d(0, 0, 0, 1)).cwiseAbs().maxCoeff() > 1e-6) {
        from.fail(errors::bad_number, place,
                  "does not end in the row 0 0 0 1; only moving, turning and scaling are known");
        return pose;
    }
    const Eigen::Matrix3d m = whole.topLeftCorner<3, 3>();
    Eigen::Vector3d scale = m.colwise().norm();
    Eigen::Matrix3d axes = unit_axes(m, scale);
    const double shear =
        std::max({std::abs(axes.col(0).dot(axes.col(1))), std::abs(axes.col(1).dot(axes.col(2))),
                  std::abs(axes.col(2).dot(axes.col(0)))});
    if (!(shear <= shear_tolerance)) {
        from.fail(errors::sheared, place,
                  "is sheared (its axes are not at right angles), which no translation, rotation "
                  "and scale give; apply the transform in the modelling program");
        return pose;
    }
    if (axes.determinant() < 0) {
        scale.x() = -scale.x();
        axes.col(0) = -axes.col(0);
    }
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(axes, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Eigen::Matrix3d nearest = svd.matrixU() * svd.matrixV().transpose();
    const Eigen::Quaterniond q(nearest);
    pose.translation = {whole(0, 3), whole(1, 3), whole(2, 3)};
    pose.rotation = normalised(quat<double>{q.x(), q.y(), q.z(), q.w()});
    pose.scale = {scale.x(), scale.y(), scale.z()};
    return pose;
}

} // namespace jounce::gltf
