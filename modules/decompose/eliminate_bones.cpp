#include <jounce/modules/decompose/eliminate_bones.hpp>

#include <jounce/modules/decompose/solve_weights.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace jounce::decompose {
namespace {

/// Every so many vertices are looked at, so that there are some thousand.
std::size_t sample_stride(std::size_t vertices) {
    return std::clamp<std::size_t>(vertices / 2000, 1, 16);
}

/// A vertex with all bones in the order in which they suit it.
struct sampled_vertex {
    Eigen::Vector4d rest;
    Eigen::VectorXd moved; ///< products with all bones
    double square = 0;
    std::vector<std::int32_t> order; ///< bones that are left; those that move it best first
    std::vector<double> rise;        ///< [of the first bones] what it loses without this one
};

class elimination {
public:
    elimination(const working_poses& poses, const bone_matrices& bones, std::size_t influences)
        : products_(bones), influences_(influences), stride_(sample_stride(poses.vertex_count())),
          samples_((poses.vertex_count() + stride_ - 1) / stride_) {}

    bool prepare(const working_poses& poses, const work::work_options& work,
                 const work::work_step& step) {
        return work::share_work(
            work, step, samples_.size(), 32, [&](std::size_t begin, std::size_t end) {
                const Eigen::MatrixXd moved =
                    products_.with(poses, begin * stride_, end - begin, stride_);
                weight_finder finder({});
                for (std::size_t i = begin; i < end; ++i) {
                    sampled_vertex& sample = samples_[i];
                    const Eigen::Index v = eigen_index(i * stride_);
                    sample.rest = poses.rest.col(v);
                    sample.moved = moved.col(eigen_index(i - begin));
                    sample.square = poses.moved.col(v).squaredNorm();
                    sort_bones(sample);
                    weigh(sample, finder);
                }
            });
    }

    /// The bone that is missed least, of those with a number in `left`.
    std::size_t least_missed(const std::vector<std::size_t>& left) const {
        std::vector<double> loss(products_.bone_count(), 0);
        for (const sampled_vertex& sample : samples_) {
            for (std::size_t k = 0; k < sample.rise.size(); ++k) {
                loss[static_cast<std::size_t>(sample.order[k])] += sample.rise[k];
            }
        }
        return *std::min_element(left.begin(), left.end(),
                                 [&](std::size_t a, std::size_t b) { return loss[a] < loss[b]; });
    }

    bool remove(std::size_t bone, const work::work_options& work, const work::work_step& step) {
        return work::share_work(
            work, step, samples_.size(), 256, [&](std::size_t begin, std::size_t end) {
                weight_finder finder({});
                for (std::size_t i = begin; i < end; ++i) {
                    sampled_vertex& sample = samples_[i];
                    const auto at = std::find(sample.order.begin(), sample.order.end(),
                                              static_cast<std::int32_t>(bone));
                    const auto place = static_cast<std::size_t>(at - sample.order.begin());
                    sample.order.erase(at);
                    if (place <= influences_) { // one of its bones, or the next best
                        weigh(sample, finder);
                    }
                }
            });
    }

private:
    vertex_products products_of(const sampled_vertex& sample) const {
        return {products_, sample.rest, sample.moved, sample.square};
    }

    void sort_bones(sampled_vertex& sample) const {
        const vertex_products vertex = products_of(sample);
        std::vector<std::pair<double, std::int32_t>> order;
        for (std::size_t b = 0; b < products_.bone_count(); ++b) {
            order.emplace_back(vertex.alone(b), static_cast<std::int32_t>(b));
        }
        std::sort(order.begin(), order.end());
        for (const auto& [distance, bone] : order) {
            sample.order.push_back(bone);
        }
    }

    /// Finds what the vertex loses without each of its bones.
    void weigh(sampled_vertex& sample, weight_finder& finder) const {
        const vertex_products vertex = products_of(sample);
        const std::size_t used = std::min(influences_, sample.order.size());
        sample.rise.assign(used, 0);
        if (sample.order.size() < 2) {
            return;
        }
        std::vector<double> weights;
        const double present = finder.solve(vertex, std::span(sample.order).first(used), weights);
        for (std::size_t k = 0; k < used; ++k) {
            std::vector<std::int32_t> others(
                sample.order.begin(), sample.order.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                 used + 1, sample.order.size())));
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
            sample.rise[k] = finder.solve(vertex, others, weights) - present;
        }
    }

    bone_products products_;
    std::size_t influences_, stride_;
    std::vector<sampled_vertex> samples_;
};

} // namespace

std::optional<std::vector<std::size_t>>
order_of_elimination(const working_poses& poses, const bone_matrices& bones, std::size_t influences,
                     std::size_t least, const work::work_options& work,
                     const work::work_step& step) {
    std::vector<std::size_t> removed, left(static_cast<std::size_t>(bones.cols() / 4));
    if (left.size() <= least) {
        return removed;
    }
    std::iota(left.begin(), left.end(), std::size_t(0));
    elimination all(poses, bones, influences);
    const double middle = step.from + 0.5 * (step.to - step.from);
    if (!all.prepare(poses, work, {step.name, step.from, middle})) {
        return std::nullopt;
    }
    const double width = (step.to - middle) / static_cast<double>(left.size() - least);
    while (left.size() > least) {
        const double done = middle + width * static_cast<double>(removed.size());
        removed.push_back(all.least_missed(left));
        left.erase(std::find(left.begin(), left.end(), removed.back()));
        if (!all.remove(removed.back(), work, {step.name, done, done + width})) {
            return std::nullopt;
        }
    }
    return removed;
}

} // namespace jounce::decompose
