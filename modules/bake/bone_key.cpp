#include <jounce/modules/bake/record_motion.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace jounce::bake {
namespace {

double with_sign(double size, float sign) { return sign < 0 ? -size : size; }

/// The rotation that is nearest to three nearly perpendicular unit columns.
quat<double> nearest_rotation(const mat3<double>& axes) {
    Eigen::Matrix3d m;
    for (int c = 0; c < 3; ++c) {
        m.col(c) << axes.column[c].x, axes.column[c].y, axes.column[c].z;
    }
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Matrix3d u = svd.matrixU();
    if ((u * svd.matrixV().transpose()).determinant() < 0) {
        u.col(2) = -u.col(2);
    }
    const Eigen::Quaterniond q(Eigen::Matrix3d(u * svd.matrixV().transpose()));
    return normalised(quat<double>{q.x(), q.y(), q.z(), q.w()});
}

double difference(const mat3<double>& a, const mat3<double>& b) {
    double most = 0;
    for (int c = 0; c < 3; ++c) {
        most = std::max(most, length(a.column[c] - b.column[c]));
    }
    return most;
}

} // namespace

affine<double> to_affine(const bone_key& key) {
    return {
        scaled_columns(to_matrix(normalised(cast<double>(key.rotation))), cast<double>(key.scale)),
        cast<double>(key.translation)};
}

bone_key to_key(const affine<double>& local, const bone_key& like, double& shear) {
    vec3<double> scale = {with_sign(length(local.linear.column[0]), like.scale.x),
                          with_sign(length(local.linear.column[1]), like.scale.y),
                          with_sign(length(local.linear.column[2]), like.scale.z)};
    const double size = std::max({std::abs(scale.x), std::abs(scale.y), std::abs(scale.z)});
    bone_key out = like;
    out.translation = cast<float>(local.translation);
    out.scale = cast<float>(scale);
    // An axis that has no length points nowhere: the animated rotation is as good as any.
    const double least = std::min({std::abs(scale.x), std::abs(scale.y), std::abs(scale.z)});
    if (!(least > 1e-9 * size)) {
        return out;
    }
    const mat3<double> axes = scaled_columns(local.linear, {1 / scale.x, 1 / scale.y, 1 / scale.z});
    const quat<double> turn = nearest_rotation(axes);
    shear =
        std::max(shear, difference(scaled_columns(to_matrix(turn), scale), local.linear) / size);
    out.rotation = cast<float>(turn);
    return out;
}

std::vector<affine<double>> model_pose(const recorded_motion& motion,
                                       const std::vector<bone_key>& keys, std::size_t frame) {
    std::vector<affine<double>> out;
    out.reserve(motion.bones.size());
    for (std::size_t b = 0; b < motion.bones.size(); ++b) {
        const std::int32_t parent = motion.bones[b].parent;
        const affine<double>& above = parent < 0 ? motion.anchors[motion.at(frame, b)]
                                                 : out[static_cast<std::size_t>(parent)];
        out.push_back(above * to_affine(keys[motion.at(frame, b)]));
    }
    return out;
}

} // namespace jounce::bake
