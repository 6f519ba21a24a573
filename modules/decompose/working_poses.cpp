#include <jounce/modules/decompose/working_poses.hpp>

#include <Eigen/Eigenvalues>

#include <cmath>

namespace jounce::decompose {
namespace {

Eigen::Vector3d eigen_of(const vec3<double>& v) { return {v.x, v.y, v.z}; }

/// Rotation to the principal axes of the rest pose. Each axis points to the side that reaches further, so that
/// the turn does not depend on how the mesh was turned before.
Eigen::Matrix3d principal_turn(const Eigen::Matrix4Xd& rest) {
    const Eigen::Matrix3d spread =
        rest.topRows<3>() * rest.topRows<3>().transpose() / static_cast<double>(rest.cols());
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(spread);
    if (solver.info() != Eigen::Success || !solver.eigenvectors().allFinite()) {
        return Eigen::Matrix3d::Identity();
    }
    Eigen::Matrix3d turn = solver.eigenvectors().rowwise().reverse().transpose();
    for (Eigen::Index axis = 0; axis < 2; ++axis) {
        const Eigen::RowVectorXd along = turn.row(axis) * rest.topRows<3>();
        if (-along.minCoeff() > along.maxCoeff()) {
            turn.row(axis) *= -1;
        }
    }
    turn.row(2) = turn.row(0).cross(turn.row(1));
    return turn;
}

} // namespace

working_poses make_working_poses(const mesh_animation& from, bool as_given) {
    working_poses out;
    const std::size_t vertices = from.vertex_count(), frames = from.frame_count();
    out.rest.resize(4, eigen_index(vertices));
    out.rest.row(3).setOnes();
    for (std::size_t v = 0; v < vertices; ++v) {
        out.rest.col(eigen_index(v)).head<3>() = eigen_of(from.rest[v]);
    }
    if (!as_given) {
        out.origin = out.rest.topRows<3>().rowwise().mean();
        out.rest.topRows<3>().colwise() -= out.origin;
        out.turn = principal_turn(out.rest);
        out.rest.topRows<3>() = out.turn * out.rest.topRows<3>().eval();
    }
    out.moved.resize(eigen_index(3 * frames), eigen_index(vertices));
    for (std::size_t t = 0; t < frames; ++t) {
        const std::span<const vec3<double>> frame = from.frame(t);
        for (std::size_t v = 0; v < vertices; ++v) {
            out.moved.block<3, 1>(eigen_index(3 * t), eigen_index(v)) =
                out.turn * (eigen_of(frame[v]) - out.origin);
        }
    }
    out.triangles.reserve(from.triangles.size() / 3);
    for (std::size_t i = 0; i + 2 < from.triangles.size(); i += 3) {
        out.triangles.push_back({from.triangles[i], from.triangles[i + 1], from.triangles[i + 2]});
    }
    return out;
}

std::vector<affine<double>> give_back(const working_poses& poses, const bone_matrices& bones) {
    std::vector<affine<double>> out;
    const Eigen::Index frames = bones.rows() / 3, count = bones.cols() / 4;
    out.reserve(static_cast<std::size_t>(frames * count));
    for (Eigen::Index t = 0; t < frames; ++t) {
        for (Eigen::Index b = 0; b < count; ++b) {
            const Eigen::Matrix3d linear =
                poses.turn.transpose() * bones.block<3, 3>(3 * t, 4 * b) * poses.turn;
            const Eigen::Vector3d moved =
                poses.turn.transpose() * bones.block<3, 1>(3 * t, 4 * b + 3) + poses.origin -
                linear * poses.origin;
            out.push_back(
                {{{vec3_of(linear.col(0)), vec3_of(linear.col(1)), vec3_of(linear.col(2))}},
                 vec3_of(moved)});
        }
    }
    return out;
}

bone_matrices take_bones(const working_poses& poses, std::span<const affine<double>> bones,
                         std::size_t bone_count) {
    bone_matrices out(poses.moved.rows(), eigen_index(4 * bone_count));
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const affine<double>& from = bones[i];
        Eigen::Matrix3d linear;
        linear << eigen_of(from.linear.column[0]), eigen_of(from.linear.column[1]),
            eigen_of(from.linear.column[2]);
        const Eigen::Index t = eigen_index(i / bone_count), b = eigen_index(i % bone_count);
        out.block<3, 3>(3 * t, 4 * b) = poses.turn * linear * poses.turn.transpose();
        out.block<3, 1>(3 * t, 4 * b + 3) =
            poses.turn * (linear * poses.origin + eigen_of(from.translation) - poses.origin);
    }
    return out;
}

} // namespace jounce::decompose
