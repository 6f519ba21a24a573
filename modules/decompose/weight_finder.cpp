#include <jounce/modules/decompose/solve_weights.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce::decompose {

void nearest_bones(const vertex_products& vertex, std::size_t count,
                   std::vector<std::int32_t>& out) {
    const std::size_t all = vertex.bones.bone_count();
    std::vector<std::pair<double, std::int32_t>> order;
    order.reserve(all);
    for (std::size_t b = 0; b < all; ++b) {
        order.emplace_back(vertex.alone(b), static_cast<std::int32_t>(b));
    }
    count = std::min(count, all);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count),
                      order.end());
    out.clear();
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(order[i].second);
    }
    std::sort(out.begin(), out.end());
}

void weight_finder::make_products(const vertex_products& vertex,
                                  std::span<const std::int32_t> bones) {
    const std::size_t n = bones.size();
    plain_.resize(n * n);
    plain_right_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const auto a = static_cast<std::size_t>(bones[i]);
        plain_right_[i] = vertex.with(a);
        for (std::size_t j = 0; j <= i; ++j) {
            plain_[i * n + j] = plain_[j * n + i] =
                vertex.bones.between(a, static_cast<std::size_t>(bones[j]), vertex.rest);
        }
    }
}

double weight_finder::left_over(double square, std::span<const double> weights) const {
    const std::size_t n = weights.size();
    double sum = square;
    for (std::size_t i = 0; i < n; ++i) {
        double product = -2 * plain_right_[i];
        for (std::size_t j = 0; j < n; ++j) {
            product += plain_[i * n + j] * weights[j];
        }
        sum += weights[i] * product;
    }
    return std::max(sum, 0.0);
}

double weight_finder::left_over(const vertex_products& vertex, std::span<const std::int32_t> bones,
                                std::span<const double> weights) {
    make_products(vertex, bones);
    return left_over(vertex.square, weights);
}

void weight_finder::solve_tsvd(std::size_t count, std::vector<double>& weights) const {
    // Eigenvalues of the products are squares of singular values.
    const Eigen::Index n = eigen_index(count);
    const Eigen::Map<const Eigen::MatrixXd> gram(gram_.data(), n, n);
    const Eigen::Map<const Eigen::VectorXd> right(right_.data(), n);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
    const double least = rule_.cut * rule_.cut * solver.eigenvalues()[n - 1];
    Eigen::Map<Eigen::VectorXd> out(weights.data(), n);
    out.setZero();
    for (Eigen::Index k = 0; k < n; ++k) {
        const double value = solver.eigenvalues()[k];
        if (value > least && value > 0) {
            const auto vector = solver.eigenvectors().col(k);
            out += vector.dot(right) / value * vector;
        }
    }
}

double weight_finder::solve(const vertex_products& vertex, std::span<const std::int32_t> bones,
                            std::vector<double>& weights) {
    const std::size_t n = bones.size();
    make_products(vertex, bones);
    const double scale = vertex.square > 0 ? 1 / vertex.square : 1;
    const double row = rule_.sum_row * rule_.sum_row;
    gram_.resize(n * n);
    right_.resize(n);
    std::transform(plain_.begin(), plain_.end(), gram_.begin(),
                   [&](double one) { return scale * one + row; });
    std::transform(plain_right_.begin(), plain_right_.end(), right_.begin(),
                   [&](double one) { return scale * one + row; });
    weights.assign(n, 0);
    if (rule_.solver == weight_solver::nnls) {
        nnls_.solve(gram_, right_, weights);
    } else {
        solve_tsvd(n, weights);
    }
    double sum = 0;
    for (const double one : weights) {
        sum += one;
    }
    if (!(std::abs(sum) > 1e-3) || !std::isfinite(sum)) { // no weights to speak of: the best alone
        std::size_t best = 0;
        for (std::size_t i = 1; i < n; ++i) {
            best = plain_[i * n + i] - 2 * plain_right_[i] <
                           plain_[best * n + best] - 2 * plain_right_[best]
                       ? i
                       : best;
        }
        weights.assign(n, 0);
        weights[best] = sum = 1;
    }
    for (double& one : weights) {
        one /= sum;
    }
    return left_over(vertex.square, weights);
}

} // namespace jounce::decompose
