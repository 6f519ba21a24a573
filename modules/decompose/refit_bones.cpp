#include <jounce/modules/decompose/refit_bones.hpp>

#include <jounce/modules/decompose/fit_bones.hpp>

#include <Eigen/Cholesky>

namespace jounce::decompose {
namespace {

/// How strongly flexible bones are held where they were. It decides only where the weights do not.
constexpr double ridge = 1e-9;
/// Turns over all rigid bones.
constexpr std::size_t sweeps = 3;

/// Least squares for all bones X, 3S x 4B: minimise |X K - P|^2, where column i of K has w_ib [p_i; 1].
struct normal_equations {
    Eigen::MatrixXd square; ///< K K^T, 4B x 4B
    Eigen::MatrixXd right;  ///< P K^T, 3S x 4B
};

/// A vertex that a bone moves.
struct moved_vertex {
    std::uint32_t vertex = 0;
    double weight = 0;
};

std::optional<normal_equations> make_equations(const working_poses& poses,
                                               const vertex_weights& weights, std::size_t bones,
                                               const work::work_options& work,
                                               const work::work_step& step) {
    std::vector<std::vector<moved_vertex>> moved_by(bones);
    for (std::size_t v = 0; v < weights.vertex_count(); ++v) {
        const std::span<const std::int32_t> of = weights.bones_of(v);
        for (std::size_t i = 0; i < of.size(); ++i) {
            moved_by[static_cast<std::size_t>(of[i])].push_back(
                {static_cast<std::uint32_t>(v), weights.weights_of(v)[i]});
        }
    }
    normal_equations out;
    const Eigen::Index size = eigen_index(4 * bones);
    out.square = Eigen::MatrixXd::Zero(size, size);
    out.right = Eigen::MatrixXd::Zero(poses.moved.rows(), size);
    // A piece is a bone: each column of the results is summed by one thread, in the order of vertices.
    const auto add_up = [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
            const Eigen::Index column = eigen_index(4 * b);
            for (const moved_vertex& one : moved_by[b]) {
                const Eigen::Vector4d rest = poses.rest.col(one.vertex);
                const Eigen::RowVector4d weighed = one.weight * rest.transpose();
                const auto moved = poses.moved.col(one.vertex);
                for (Eigen::Index k = 0; k < 4; ++k) {
                    out.right.col(column + k) += weighed[k] * moved;
                }
                const std::span<const std::int32_t> of = weights.bones_of(one.vertex);
                for (std::size_t i = 0; i < of.size(); ++i) {
                    out.square.block<4, 4>(4 * of[i], column) +=
                        weights.weights_of(one.vertex)[i] * rest * weighed;
                }
            }
        }
    };
    if (!work::share_work(work, step, bones, 1, add_up)) {
        return std::nullopt;
    }
    return out;
}

bone_matrices solve_flexible(const normal_equations& equations, const bone_matrices& bones) {
    Eigen::VectorXd hold = ridge * equations.square.diagonal();
    const double most = hold.maxCoeff();
    hold = hold.array().max(most > 0 ? 1e-3 * most : 1); // bones that move nothing stay
    Eigen::MatrixXd square = equations.square;
    square.diagonal() += hold;
    const Eigen::MatrixXd right = (equations.right + bones * hold.asDiagonal()).transpose();
    const Eigen::LDLT<Eigen::MatrixXd> solver(square);
    const Eigen::MatrixXd solved = solver.solve(right).transpose();
    return solver.info() == Eigen::Success && solved.allFinite() ? solved : bones;
}

/// One rigid bone in one frame, given all others.
void turn_bone(const normal_equations& equations, Eigen::Index bone, Eigen::Index frame,
               bone_matrices& bones) {
    const Eigen::Index row = 3 * frame, column = 4 * bone;
    const Eigen::Matrix4d own = equations.square.block<4, 4>(column, column);
    const double weight = own(3, 3);
    if (!(weight > 0)) {
        return;
    }
    Eigen::Matrix<double, 3, 4> left = equations.right.block<3, 4>(row, column);
    left -= bones.middleRows<3>(row) * equations.square.middleCols<4>(column);
    left += bones.block<3, 4>(row, column) * own;
    // left = sum of w q [p; 1]^T, where q is what the other bones leave of a place; own = sum of w^2 [p; 1] [p; 1]^T.
    const Eigen::Vector3d rest = own.block<3, 1>(0, 3) / weight;
    const Eigen::Vector3d place = left.col(3) / weight;
    const Eigen::Matrix3d turned = left.leftCols<3>() - weight * place * rest.transpose();
    const Eigen::Matrix3d rotation = nearest_rotation(turned);
    bones.block<3, 3>(row, column) = rotation;
    bones.block<3, 1>(row, column + 3) = place - rotation * rest;
}

} // namespace

std::optional<bone_matrices> refit_bones(const working_poses& poses, const vertex_weights& weights,
                                         const bone_matrices& bones, bone_kind kind,
                                         const work::work_options& work,
                                         const work::work_step& step) {
    const std::size_t count = static_cast<std::size_t>(bones.cols() / 4);
    const double middle = (step.from + step.to) / 2;
    const std::optional<normal_equations> equations =
        make_equations(poses, weights, count, work, {step.name, step.from, middle});
    if (!equations) {
        return std::nullopt;
    }
    if (kind == bone_kind::flexible) {
        return solve_flexible(*equations, bones);
    }
    bone_matrices out = bones;
    const auto turn = [&](std::size_t begin, std::size_t end) {
        for (std::size_t t = begin; t < end; ++t) {
            for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
                for (std::size_t b = 0; b < count; ++b) {
                    turn_bone(*equations, eigen_index(b), eigen_index(t), out);
                }
            }
        }
    };
    if (!work::share_work(work, {step.name, middle, step.to}, poses.frame_count(), 1, turn)) {
        return std::nullopt;
    }
    return out;
}

} // namespace jounce::decompose
