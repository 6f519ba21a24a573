#pragma once

#include <jounce/modules/decompose/working_poses.hpp>

#include <span>
#include <vector>

namespace jounce::decompose {

/// A vertex is moved by bone b to `T_b [p; 1]` in all frames at once. Scalar products of such columns, and of them
/// with where the vertex really is, are all that weights and influences need: the former come from one 4B x 4B
/// matrix for all vertices, the latter from one product with all frames.
class bone_products {
public:
    explicit bone_products(const bone_matrices& bones)
        : bones_(bones), squares_(bones.transpose() * bones) {}

    std::size_t bone_count() const { return static_cast<std::size_t>(bones_.cols() / 4); }
    const bone_matrices& bones() const { return bones_; }

    /// Scalar product of the places that two bones give a vertex.
    double between(std::size_t a, std::size_t b, const Eigen::Vector4d& rest) const {
        return rest.dot(squares_.block<4, 4>(eigen_index(4 * a), eigen_index(4 * b)) * rest);
    }

    /// Products of `count` vertices with all bones, 4B x count: of `first` and every `stride`-th behind it.
    Eigen::MatrixXd with(const working_poses& poses, std::size_t first, std::size_t count,
                         std::size_t stride = 1) const {
        const Eigen::Index rows = poses.moved.rows();
        const Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>> moved(
            poses.moved.data() + rows * eigen_index(first), rows, eigen_index(count),
            Eigen::OuterStride<>(rows * eigen_index(stride)));
        return bones_.transpose() * moved;
    }

private:
    const bone_matrices& bones_;
    Eigen::MatrixXd squares_;
};

/// What the weights of one vertex depend on.
struct vertex_products {
    const bone_products& bones;
    Eigen::Vector4d rest;
    Eigen::Ref<const Eigen::VectorXd> moved; ///< column of `bone_products::with`
    double square = 0;                       ///< of its places, summed over frames

    /// Scalar product of where a bone moves the vertex and where it is.
    double with(std::size_t bone) const {
        return rest.dot(moved.segment<4>(eigen_index(4 * bone)));
    }
    /// Sum over frames of the squared distance if the bone alone moves it.
    double alone(std::size_t bone) const {
        return square - 2 * with(bone) + bones.between(bone, bone, rest);
    }
};

} // namespace jounce::decompose
