#include <jounce/modules/decompose/find_corrections.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <functional>

namespace jounce::decompose {
namespace {

/// Vertices whose products are summed by one thread. Fixed, so that sums do not depend on the number of workers.
constexpr std::size_t vertices_per_sum = 1024;
/// Directions that a blended bone flattens below this share of the largest are not turned back.
constexpr double least_stretch = 1e-3;

/// The blended bone of a vertex in a frame.
Eigen::Matrix<double, 3, 4> blend(const bone_matrices& bones, const vertex_weights& weights,
                                  std::size_t vertex, std::size_t frame) {
    Eigen::Matrix<double, 3, 4> out = Eigen::Matrix<double, 3, 4>::Zero();
    const std::span<const std::int32_t> of = weights.bones_of(vertex);
    for (std::size_t i = 0; i < of.size(); ++i) {
        out += weights.weights_of(vertex)[i] * bones.block<3, 4>(eigen_index(3 * frame), 4 * of[i]);
    }
    return out;
}

/// The inverse; along directions that are flattened, nothing.
Eigen::Matrix3d turn_back(const Eigen::Matrix3d& linear) {
    const double size = linear.norm();
    const double determinant = linear.determinant();
    // No singular value is below determinant / size^2.
    if (std::abs(determinant) > 4 * least_stretch * size * size * size) {
        return linear.inverse();
    }
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(linear, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Vector3d inverse = Eigen::Vector3d::Zero();
    for (Eigen::Index k = 0; k < 3; ++k) {
        if (svd.singularValues()[k] > least_stretch * svd.singularValues()[0]) {
            inverse[k] = 1 / svd.singularValues()[k];
        }
    }
    return svd.matrixV() * inverse.asDiagonal() * svd.matrixU().transpose();
}

/// What is left, in the rest pose: S x 3N.
using displacements = Eigen::MatrixXd;

/// Displacements of all frames, and the sum of their products, S x S.
bool displace(const working_poses& poses, const bone_matrices& bones, const vertex_weights& weights,
              displacements& out, Eigen::MatrixXd& products, const work::work_options& work,
              const work::work_step& step) {
    const std::size_t frames = poses.frame_count(), vertices = poses.vertex_count();
    out.resize(eigen_index(frames), eigen_index(3 * vertices));
    std::vector<Eigen::MatrixXd> pieces((vertices + vertices_per_sum - 1) / vertices_per_sum);
    const auto look = [&](std::size_t begin, std::size_t end) {
        for (std::size_t v = begin; v < end; ++v) {
            const Eigen::Vector4d rest = poses.rest.col(eigen_index(v));
            for (std::size_t t = 0; t < frames; ++t) {
                const Eigen::Matrix<double, 3, 4> bone = blend(bones, weights, v, t);
                out.block<1, 3>(eigen_index(t), eigen_index(3 * v)) =
                    (turn_back(bone.leftCols<3>()) * (poses.place(t, v) - bone * rest)).transpose();
            }
        }
        const auto own = out.middleCols(eigen_index(3 * begin), eigen_index(3 * (end - begin)));
        pieces[begin / vertices_per_sum] = own * own.transpose();
    };
    if (!work::share_work(work, step, vertices, vertices_per_sum, look)) {
        return false;
    }
    products = Eigen::MatrixXd::Zero(eigen_index(frames), eigen_index(frames));
    for (const Eigen::MatrixXd& piece : pieces) {
        products += piece;
    }
    return true;
}

/// Coefficients of a frame that leave least, and what each rank leaves.
struct frame_fit {
    Eigen::VectorXd coefficients;
    std::vector<double> squares; ///< [rank]
};

frame_fit fit_frame(const working_poses& poses, const bone_matrices& bones,
                    const vertex_weights& weights, const Eigen::MatrixXd& basis, std::size_t frame,
                    const Eigen::VectorXd& given, bool literal) {
    const Eigen::Index rank = basis.cols();
    frame_fit out = {given, std::vector<double>(static_cast<std::size_t>(rank) + 1, 0)};
    Eigen::MatrixXd square = Eigen::MatrixXd::Zero(rank, rank);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(rank);
    for (std::size_t v = 0; v < poses.vertex_count(); ++v) {
        const Eigen::Matrix<double, 3, 4> bone = blend(bones, weights, v, frame);
        const Eigen::Matrix<double, 3, Eigen::Dynamic> modes =
            bone.leftCols<3>() * basis.middleRows<3>(eigen_index(3 * v));
        Eigen::Vector3d off = poses.place(frame, v) - bone * poses.rest.col(eigen_index(v));
        out.squares[0] += off.squaredNorm();
        if (!literal) {
            square.selfadjointView<Eigen::Lower>().rankUpdate(modes.transpose());
            right.noalias() += modes.transpose() * off;
            continue;
        }
        for (Eigen::Index k = 0; k < rank; ++k) {
            off -= given[k] * modes.col(k);
            out.squares[static_cast<std::size_t>(k) + 1] += off.squaredNorm();
        }
    }
    if (!literal) {
        const double most = rank > 0 ? square.diagonal().maxCoeff() : 0;
        square.diagonal().array() += most > 0 ? 1e-13 * most : 1;
        const Eigen::LLT<Eigen::MatrixXd, Eigen::Lower> factor(square);
        // Each number of L^-1 right takes its square off what is left.
        const Eigen::VectorXd taken = factor.matrixL().solve(right);
        for (Eigen::Index k = 0; k < rank; ++k) {
            const auto at = static_cast<std::size_t>(k);
            out.squares[at + 1] = std::max(out.squares[at] - taken[k] * taken[k], 0.0);
        }
        out.coefficients = factor.matrixU().solve(taken);
    }
    return out;
}

struct fitted_frames {
    std::vector<frame_fit> frames;
    bool is_done = false;

    /// [rank] of all frames.
    std::vector<double> squares(std::size_t rank) const {
        std::vector<double> sum(rank + 1, 0);
        for (const frame_fit& frame : frames) {
            std::transform(sum.begin(), sum.end(), frame.squares.begin(), sum.begin(),
                           std::plus<>());
        }
        return sum;
    }
};

/// The lowest rank that leaves hardly more than the highest.
std::size_t useful_rank(const std::vector<double>& squares) {
    std::size_t rank = squares.size() - 1;
    while (rank > 0 && !(squares[rank] < squares[rank - 1] - 1e-12 * squares[0])) {
        --rank;
    }
    return rank;
}

} // namespace

std::optional<found_corrections> find_corrections(const working_poses& poses,
                                                  const bone_matrices& bones,
                                                  const vertex_weights& weights, std::size_t rank,
                                                  bool literal, const work::work_options& work,
                                                  const work::work_step& step) {
    const std::size_t frames = poses.frame_count(), vertices = poses.vertex_count();
    rank = std::min({rank, frames, 3 * vertices});
    const double middle = (step.from + step.to) / 2;
    displacements left;
    Eigen::MatrixXd products;
    if (!displace(poses, bones, weights, left, products, work, {step.name, step.from, middle})) {
        return std::nullopt;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(products);
    const Eigen::MatrixXd modes =
        solver.eigenvectors().rightCols(eigen_index(rank)).rowwise().reverse();
    const Eigen::MatrixXd basis = left.transpose() * modes; // 3N x rank
    const auto fit_all = [&](std::size_t modes_used, double from) {
        fitted_frames fits;
        fits.frames.resize(frames);
        const auto fit = [&](std::size_t begin, std::size_t end) {
            for (std::size_t t = begin; t < end; ++t) {
                fits.frames[t] =
                    fit_frame(poses, bones, weights, basis.leftCols(eigen_index(modes_used)), t,
                              modes.row(eigen_index(t)).head(eigen_index(modes_used)), literal);
            }
        };
        fits.is_done = work::share_work(work, {step.name, from, step.to}, frames, 1, fit);
        return fits;
    };
    fitted_frames fits = fit_all(rank, middle);
    if (!fits.is_done) {
        return std::nullopt;
    }
    found_corrections out;
    out.squares_by_rank = fits.squares(rank);
    const std::size_t kept = literal ? rank : useful_rank(out.squares_by_rank);
    if (kept < rank) {
        fits = fit_all(kept, step.to);
        if (!fits.is_done) {
            return std::nullopt;
        }
    }
    out.corrected.rank = kept;
    out.corrected.basis.reserve(kept * vertices);
    for (std::size_t k = 0; k < kept; ++k) {
        for (std::size_t v = 0; v < vertices; ++v) {
            const auto one = basis.block<3, 1>(eigen_index(3 * v), eigen_index(k));
            out.corrected.basis.push_back({one[0], one[1], one[2]});
        }
    }
    for (const frame_fit& frame : fits.frames) {
        out.corrected.coefficients.insert(out.corrected.coefficients.end(),
                                          frame.coefficients.data(),
                                          frame.coefficients.data() + frame.coefficients.size());
    }
    return out;
}

} // namespace jounce::decompose
