#pragma once

#include <jounce/modules/decompose/bone_products.hpp>
#include <jounce/modules/work/nnls.hpp>
#include <jounce/modules/work/share_work.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jounce::decompose {

/// How weights of a vertex are found from the bones that move it.
struct weight_rule {
    weight_solver solver = weight_solver::nnls;
    double sum_row = 100; ///< how strongly the sum is held at one; the paper has 1
    double cut = 1e-7;    ///< TSVD: smaller singular values, as a share of the largest, are dropped
};

/// Bones and weights of every vertex, the same number of places for each.
struct vertex_weights {
    std::size_t influences = 0;
    std::vector<std::int32_t> bones; ///< [vertex][influence], ascending; -1 at the end: none
    std::vector<double> weights;     ///< the same

    vertex_weights() = default;
    vertex_weights(std::size_t vertices, std::size_t places)
        : influences(places), bones(vertices * places, -1), weights(vertices * places, 0) {}
    std::size_t vertex_count() const { return influences == 0 ? 0 : bones.size() / influences; }
    /// Bones that move a vertex.
    std::span<const std::int32_t> bones_of(std::size_t vertex) const;
    std::span<const double> weights_of(std::size_t vertex) const {
        return {weights.data() + vertex * influences, bones_of(vertex).size()};
    }
    /// Replaces a row. Zeros are left out.
    void put(std::size_t vertex, std::span<const std::int32_t> of, std::span<const double> values);
    weights::weight_table table() const;
};

/// The bones that move a vertex best if each moved it alone, ascending by number.
void nearest_bones(const vertex_products& vertex, std::size_t count,
                   std::vector<std::int32_t>& out);

/// Weights of single vertices. Keeps its memory from one to the next.
class weight_finder {
public:
    explicit weight_finder(const weight_rule& rule) : rule_(rule) {}

    /// Weights with the sum one.
    /// @return  sum of squared distances that they leave
    double solve(const vertex_products& vertex, std::span<const std::int32_t> bones,
                 std::vector<double>& weights);
    /// Sum of squared distances of a vertex that these weights leave.
    double left_over(const vertex_products& vertex, std::span<const std::int32_t> bones,
                     std::span<const double> weights);

private:
    void make_products(const vertex_products& vertex, std::span<const std::int32_t> bones);
    void solve_tsvd(std::size_t count, std::vector<double>& weights) const;
    double left_over(double square, std::span<const double> weights) const;

    weight_rule rule_;
    work::nnls_solver nnls_;
    std::vector<double> plain_, plain_right_; ///< products
    std::vector<double> gram_, right_;        ///< the same scaled, with the row for the sum
};

/// Weights of all vertices for the bones that move them best. Nothing if it was cancelled.
std::optional<vertex_weights> solve_weights(const working_poses& poses, const bone_matrices& bones,
                                            std::size_t influences, const weight_rule& rule,
                                            const work::work_options& work,
                                            const work::work_step& step);

/// Better weights of the same or other bones, at most as many per vertex. A vertex changes only if it is better.
/// @return  sum of squared distances that are left; nothing if it was cancelled
std::optional<double> improve_weights(const working_poses& poses, const bone_matrices& bones,
                                      const weight_rule& rule, vertex_weights& weights,
                                      const work::work_options& work, const work::work_step& step);

/// Weights by the rule for the bones that move each vertex already. Nothing if it was cancelled.
bool solve_again(const working_poses& poses, const bone_matrices& bones, const weight_rule& rule,
                 vertex_weights& weights, const work::work_options& work,
                 const work::work_step& step);

} // namespace jounce::decompose
