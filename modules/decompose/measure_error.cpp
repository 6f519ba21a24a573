#include <jounce/modules/decompose/measure_error.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace jounce::decompose {
namespace {

/// Vertices whose errors are summed by one thread. Fixed, so that sums do not depend on the number of workers.
constexpr std::size_t vertices_per_piece = 256;

} // namespace

double motion_of(const working_poses& poses) {
    const Eigen::Index frames = eigen_index(poses.frame_count());
    double moving = 0;
    for (Eigen::Index v = 0; v < poses.moved.cols(); ++v) {
        const Eigen::Map<const Eigen::Matrix3Xd> places(poses.moved.col(v).data(), 3, frames);
        moving += (places.colwise() - places.rowwise().mean()).squaredNorm();
    }
    const Eigen::Map<const Eigen::Matrix3Xd> all(poses.moved.data(), 3,
                                                 frames * poses.moved.cols());
    const double shape = (all.colwise() - all.rowwise().mean()).squaredNorm();
    return moving > 1e-20 * shape ? moving : shape;
}

double extent_of(const working_poses& poses) {
    const auto rest = poses.rest.topRows<3>();
    return (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
}

Eigen::VectorXd blend_places(const working_poses& poses, const bone_matrices& bones,
                             const vertex_weights& weights, std::size_t vertex) {
    const Eigen::Vector4d rest = poses.rest.col(eigen_index(vertex));
    Eigen::VectorXd out = Eigen::VectorXd::Zero(poses.moved.rows());
    const std::span<const std::int32_t> of = weights.bones_of(vertex);
    for (std::size_t i = 0; i < of.size(); ++i) {
        const Eigen::Vector4d weighed = weights.weights_of(vertex)[i] * rest;
        out.noalias() += bones.middleCols<4>(4 * of[i]) * weighed;
    }
    return out;
}

std::optional<measured_error> measure_error(const working_poses& poses, const bone_matrices& bones,
                                            const vertex_weights& weights,
                                            const work::work_options& work,
                                            const work::work_step& step) {
    const std::size_t frames = poses.frame_count(), vertices = poses.vertex_count();
    measured_error out;
    out.by_frame.assign(frames, 0);
    out.by_vertex.assign(vertices, 0);
    std::vector<std::vector<double>> pieces((vertices + vertices_per_piece - 1) /
                                            vertices_per_piece);
    const auto measure = [&](std::size_t begin, std::size_t end) {
        std::vector<double>& by_frame = pieces[begin / vertices_per_piece];
        by_frame.assign(frames, 0);
        for (std::size_t v = begin; v < end; ++v) {
            const Eigen::VectorXd off =
                poses.moved.col(eigen_index(v)) - blend_places(poses, bones, weights, v);
            for (std::size_t t = 0; t < frames; ++t) {
                const double square = off.segment<3>(eigen_index(3 * t)).squaredNorm();
                by_frame[t] += square;
                out.by_vertex[v] += square;
            }
        }
    };
    if (!work::share_work(work, step, vertices, vertices_per_piece, measure)) {
        return std::nullopt;
    }
    for (const std::vector<double>& piece : pieces) {
        std::transform(piece.begin(), piece.end(), out.by_frame.begin(), out.by_frame.begin(),
                       std::plus<>());
    }
    out.sum = std::accumulate(out.by_frame.begin(), out.by_frame.end(), 0.0);
    return out;
}

double percent_of(double squares, double motion) {
    return motion > 0 ? 100 * std::sqrt(std::max(squares, 0.0) / motion) : 0;
}

} // namespace jounce::decompose
