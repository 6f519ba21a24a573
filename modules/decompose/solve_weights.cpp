#include <jounce/modules/decompose/solve_weights.hpp>

#include <algorithm>
#include <functional>
#include <numeric>

namespace jounce::decompose {
namespace {

/// Vertices of a piece: their products with the bones are made together and stay in the cache.
constexpr std::size_t grain = 64;

/// Calls `look(vertex, products)` for all vertices.
bool for_each_vertex(const working_poses& poses, const bone_products& bones,
                     const work::work_options& work, const work::work_step& step,
                     const std::function<void(std::size_t begin, std::size_t end,
                                              const Eigen::MatrixXd& moved)>& look) {
    return work::share_work(work, step, poses.vertex_count(), grain,
                            [&](std::size_t begin, std::size_t end) {
                                look(begin, end, bones.with(poses, begin, end - begin));
                            });
}

vertex_products products_of(const working_poses& poses, const bone_products& bones,
                            const Eigen::MatrixXd& moved, std::size_t begin, std::size_t vertex) {
    return {bones, poses.rest.col(eigen_index(vertex)), moved.col(eigen_index(vertex - begin)),
            poses.moved.col(eigen_index(vertex)).squaredNorm()};
}

/// Drops all bones but the heaviest ones; those stay in order.
void keep_heaviest(std::vector<std::int32_t>& bones, const std::vector<double>& weights,
                   std::size_t count) {
    std::vector<std::size_t> order(bones.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
    order.resize(std::min(count, order.size()));
    std::sort(order.begin(), order.end());
    std::vector<std::int32_t> kept;
    for (const std::size_t i : order) {
        if (weights[i] > 0) {
            kept.push_back(bones[i]);
        }
    }
    bones = std::move(kept);
}

} // namespace

std::span<const std::int32_t> vertex_weights::bones_of(std::size_t vertex) const {
    const std::int32_t* first = bones.data() + vertex * influences;
    return {first, std::find(first, first + influences, -1)};
}

void vertex_weights::put(std::size_t vertex, std::span<const std::int32_t> of,
                         std::span<const double> values) {
    std::size_t to = vertex * influences;
    const std::size_t end = to + influences;
    for (std::size_t i = 0; i < of.size(); ++i) {
        if (values[i] != 0) {
            bones[to] = of[i];
            weights[to++] = values[i];
        }
    }
    for (; to < end; ++to) {
        bones[to] = -1;
        weights[to] = 0;
    }
}

weights::weight_table vertex_weights::table() const {
    weights::weight_table out;
    std::vector<weights::bone_weight> row;
    for (std::size_t v = 0; v < vertex_count(); ++v) {
        row.clear();
        const std::span<const std::int32_t> of = bones_of(v);
        for (std::size_t i = 0; i < of.size(); ++i) {
            row.push_back({of[i], weights_of(v)[i]});
        }
        out.add(row);
    }
    return out;
}

std::optional<vertex_weights> solve_weights(const working_poses& poses, const bone_matrices& bones,
                                            std::size_t influences, const weight_rule& rule,
                                            const work::work_options& work,
                                            const work::work_step& step) {
    const bone_products products(bones);
    vertex_weights out(poses.vertex_count(), std::min(influences, products.bone_count()));
    const bool is_done =
        for_each_vertex(poses, products, work, step,
                        [&](std::size_t begin, std::size_t end, const Eigen::MatrixXd& moved) {
                            weight_finder finder(rule);
                            std::vector<std::int32_t> near;
                            std::vector<double> found;
                            for (std::size_t v = begin; v < end; ++v) {
                                const vertex_products vertex =
                                    products_of(poses, products, moved, begin, v);
                                nearest_bones(vertex, out.influences, near);
                                finder.solve(vertex, near, found);
                                out.put(v, near, found);
                            }
                        });
    return is_done ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<double> improve_weights(const working_poses& poses, const bone_matrices& bones,
                                      const weight_rule& rule, vertex_weights& weights,
                                      const work::work_options& work, const work::work_step& step) {
    const bone_products products(bones);
    std::vector<double> left(poses.vertex_count());
    const bool is_done =
        for_each_vertex(poses, products, work, step,
                        [&](std::size_t begin, std::size_t end, const Eigen::MatrixXd& moved) {
                            weight_finder finder(rule);
                            std::vector<std::int32_t> near, both;
                            std::vector<double> found;
                            for (std::size_t v = begin; v < end; ++v) {
                                const vertex_products vertex =
                                    products_of(poses, products, moved, begin, v);
                                const std::span<const std::int32_t> present = weights.bones_of(v);
                                left[v] = finder.left_over(vertex, present, weights.weights_of(v));
                                nearest_bones(vertex, weights.influences, near);
                                both.clear();
                                std::set_union(near.begin(), near.end(), present.begin(),
                                               present.end(), std::back_inserter(both));
                                double better = finder.solve(vertex, both, found);
                                if (both.size() > weights.influences) {
                                    keep_heaviest(both, found, weights.influences);
                                    better = finder.solve(vertex, both, found);
                                }
                                if (better < left[v]) {
                                    weights.put(v, both, found);
                                    left[v] = better;
                                }
                            }
                        });
    return is_done ? std::optional(std::accumulate(left.begin(), left.end(), 0.0)) : std::nullopt;
}

bool solve_again(const working_poses& poses, const bone_matrices& bones, const weight_rule& rule,
                 vertex_weights& weights, const work::work_options& work,
                 const work::work_step& step) {
    const bone_products products(bones);
    return for_each_vertex(poses, products, work, step,
                           [&](std::size_t begin, std::size_t end, const Eigen::MatrixXd& moved) {
                               weight_finder finder(rule);
                               std::vector<double> found;
                               for (std::size_t v = begin; v < end; ++v) {
                                   const std::vector<std::int32_t> present(
                                       weights.bones_of(v).begin(), weights.bones_of(v).end());
                                   finder.solve(products_of(poses, products, moved, begin, v),
                                                present, found);
                                   weights.put(v, present, found);
                               }
                           });
}

} // namespace jounce::decompose
