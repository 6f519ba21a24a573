#pragma once

#include <jounce/modules/decompose/decompose.hpp>

#include <Eigen/Core>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::decompose {

/// Eigen counts with signs.
inline Eigen::Index eigen_index(std::size_t i) { return static_cast<Eigen::Index>(i); }
inline vec3<double> vec3_of(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

using triangle = std::array<std::uint32_t, 3>;

/// Bones of all frames side by side, 3S x 4B: rows 3t to 3t+2 of columns 4b to 4b+3 are the 3x4 matrix of bone b
/// in frame t. The places of a vertex p that bone b moves in all frames are then one product with [p; 1].
using bone_matrices = Eigen::MatrixXd;

/// The animation as the method computes with it: a column per vertex.
struct working_poses {
    Eigen::Matrix4Xd rest; ///< x, y, z, 1
    Eigen::MatrixXd moved; ///< 3S x N: all frames of a vertex below each other
    std::vector<triangle> triangles;
    Eigen::Vector3d origin = Eigen::Vector3d::Zero();   ///< of the working axes
    Eigen::Matrix3d turn = Eigen::Matrix3d::Identity(); ///< working = turn * (given - origin)

    std::size_t vertex_count() const { return static_cast<std::size_t>(rest.cols()); }
    std::size_t frame_count() const { return static_cast<std::size_t>(moved.rows() / 3); }
    Eigen::Vector3d rest_of(std::size_t vertex) const {
        return rest.col(eigen_index(vertex)).head<3>();
    }
    Eigen::Vector3d place(std::size_t frame, std::size_t vertex) const {
        return moved.block<3, 1>(eigen_index(3 * frame), eigen_index(vertex));
    }
};

/// Copies the animation. Weights depend on the origin and the distances of rotations on the axes, so unless
/// `as_given` the rest pose's centroid becomes the origin and its principal axes the axes.
working_poses make_working_poses(const mesh_animation& from, bool as_given);

/// Bones in the animation's own axes, [frame][bone].
std::vector<affine<double>> give_back(const working_poses& poses, const bone_matrices& bones);

/// The inverse: bones of the animation's axes in the working ones.
bone_matrices take_bones(const working_poses& poses, std::span<const affine<double>> bones,
                         std::size_t bone_count);

} // namespace jounce::decompose
