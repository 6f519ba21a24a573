#include <jounce/modules/bake/flesh_shapes.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace jounce::bake {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Components below this share of the largest are rounding.
constexpr double least_share = 1e-13;

/// Finds shapes of flesh, most important first.
class shape_finder {
public:
    shape_finder(const tissue_set& set, std::span<const recorded_motion> motions)
        : set_(set), motions_(motions), handles_(set.handle_count) {}

    flesh_shapes find(double tolerance) {
        weigh_handles();
        find_components();
        Index few = 0, many = components_.cols();
        while (few < many) { // more shapes are nearer
            const Index half = (few + many) / 2;
            if (tolerance > 0 && measure(take(half)) <= tolerance) {
                many = half;
            } else {
                few = half + 1;
            }
        }
        flesh_shapes out = take(many);
        out.max_error = measure(out);
        out.max_swing = measure({});
        return out;
    }

private:
    /// What a displacement of handles does to vertices, as the factor of a sum of squares.
    void weigh_handles() {
        MatrixXd sum = MatrixXd::Zero(handles_, handles_);
        for (std::size_t v = 0; v + 1 < set_.vertex_first.size(); ++v) {
            for (std::uint32_t i = set_.vertex_first[v]; i < set_.vertex_first[v + 1]; ++i) {
                for (std::uint32_t j = set_.vertex_first[v]; j < set_.vertex_first[v + 1]; ++j) {
                    sum(set_.vertex_weights[i].handle, set_.vertex_weights[j].handle) +=
                        static_cast<double>(set_.vertex_weights[i].weight) *
                        static_cast<double>(set_.vertex_weights[j].weight);
                }
            }
        }
        // Handles that move no vertex still need an inverse.
        const double least = 1e-9 * std::max(sum.trace() / static_cast<double>(handles_), 1e-30);
        sum.diagonal().array() += least;
        factor_ = sum.llt().matrixL();
    }

    /// A frame of a motion: handles by axes.
    MatrixXd frame_of(const recorded_motion& motion, std::size_t frame) const {
        MatrixXd out(handles_, 3);
        for (Index h = 0; h < handles_; ++h) {
            const vec3<double> at =
                cast<double>(motion.flesh[frame * static_cast<std::size_t>(handles_) +
                                          static_cast<std::size_t>(h)]);
            out.row(h) << at.x, at.y, at.z;
        }
        return out;
    }
    VectorXd weighed(const recorded_motion& motion, std::size_t frame) const {
        const MatrixXd out = factor_.transpose() * frame_of(motion, frame);
        return Eigen::Map<const VectorXd>(out.data(), out.size());
    }

    void find_components() {
        MatrixXd sum = MatrixXd::Zero(3 * handles_, 3 * handles_);
        for (const recorded_motion& motion : motions_) {
            for (std::size_t f = 0; f < motion.frame_count(); ++f) {
                const VectorXd one = weighed(motion, f);
                sum.selfadjointView<Eigen::Lower>().rankUpdate(one);
            }
        }
        const Eigen::SelfAdjointEigenSolver<MatrixXd> solved(sum);
        const VectorXd& size = solved.eigenvalues(); // ascending
        Index count = 0;
        while (count < size.size() && size(size.size() - 1) > 0 &&
               size(size.size() - 1 - count) > least_share * size(size.size() - 1)) {
            ++count;
        }
        components_ = solved.eigenvectors().rowwise().reverse().leftCols(count);
        shapes_.resize(3 * handles_, count);
        for (Index k = 0; k < count; ++k) {
            const VectorXd column = components_.col(k);
            const Eigen::Map<const MatrixXd> by_axis(column.data(), handles_, 3);
            const MatrixXd shape =
                factor_.transpose().triangularView<Eigen::Upper>().solve(by_axis);
            shapes_.col(k) = Eigen::Map<const VectorXd>(shape.data(), shape.size());
        }
        amounts_.clear();
        most_ = VectorXd::Zero(count);
        for (const recorded_motion& motion : motions_) {
            MatrixXd& amounts =
                amounts_.emplace_back(count, static_cast<Index>(motion.frame_count()));
            for (std::size_t f = 0; f < motion.frame_count(); ++f) {
                amounts.col(static_cast<Index>(f)) = components_.transpose() * weighed(motion, f);
            }
            if (amounts.size() > 0) {
                most_ = most_.cwiseMax(amounts.cwiseAbs().rowwise().maxCoeff());
            }
        }
    }

    /// The first shapes, so large that weights are at most 1.
    flesh_shapes take(Index count) const {
        flesh_shapes out;
        for (Index k = 0; k < count; ++k) {
            std::vector<vec3<float>>& shape = out.shapes.emplace_back();
            const VectorXd scaled = most_(k) * shapes_.col(k);
            for (Index h = 0; h < handles_; ++h) {
                shape.push_back(cast<float>(
                    vec3<double>{scaled(h), scaled(handles_ + h), scaled(2 * handles_ + h)}));
            }
        }
        for (const MatrixXd& amounts : amounts_) {
            std::vector<float>& weights = out.weights.emplace_back();
            for (Index f = 0; f < amounts.cols(); ++f) {
                for (Index k = 0; k < count; ++k) {
                    weights.push_back(
                        static_cast<float>(most_(k) > 0 ? amounts(k, f) / most_(k) : 0));
                }
            }
        }
        return out;
    }

    /// The largest distance of a vertex from where it was recorded.
    double measure(const flesh_shapes& with) const {
        double most = 0;
        const std::size_t count = with.shapes.size();
        std::vector<vec3<double>> left(static_cast<std::size_t>(handles_));
        for (std::size_t m = 0; m < motions_.size(); ++m) {
            for (std::size_t f = 0; f < motions_[m].frame_count(); ++f) {
                for (std::size_t h = 0; h < left.size(); ++h) {
                    left[h] = cast<double>(motions_[m].flesh[f * left.size() + h]);
                    for (std::size_t k = 0; k < count; ++k) {
                        left[h] = left[h] - static_cast<double>(with.weights[m][f * count + k]) *
                                                cast<double>(with.shapes[k][h]);
                    }
                }
                most = std::max(most, farthest_vertex(left));
            }
        }
        return most;
    }
    double farthest_vertex(const std::vector<vec3<double>>& handles) const {
        double most = 0;
        for (std::size_t v = 0; v + 1 < set_.vertex_first.size(); ++v) {
            vec3<double> sum;
            for (std::uint32_t i = set_.vertex_first[v]; i < set_.vertex_first[v + 1]; ++i) {
                const tissue_weight<float>& one = set_.vertex_weights[i];
                sum = sum + static_cast<double>(one.weight) *
                                handles[static_cast<std::size_t>(one.handle)];
            }
            most = std::max(most, length(sum));
        }
        return most;
    }

    const tissue_set& set_;
    std::span<const recorded_motion> motions_;
    Index handles_;
    MatrixXd factor_;               ///< lower
    MatrixXd components_;           ///< [axis, handle][component], of weighed frames
    MatrixXd shapes_;               ///< the same as displacements
    std::vector<MatrixXd> amounts_; ///< [motion] [component][frame]
    VectorXd most_;                 ///< [component]
};

} // namespace

flesh_shapes make_flesh_shapes(const tissue_set& set, std::span<const recorded_motion> motions,
                               double tolerance) {
    return shape_finder(set, motions).find(tolerance);
}

} // namespace jounce::bake
