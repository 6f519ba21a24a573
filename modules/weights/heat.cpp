#include <jounce/modules/weights/heat.hpp>

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace jounce::weights {
namespace {

/// Nearer than this share of the extent counts as so near.
constexpr double least_distance = 1e-4;
/// Smaller weights are not kept.
constexpr double least_heat_weight = 1e-5;
/// Bones that are solved together: the factor is read once for all of them.
constexpr std::size_t batch = 8;

using sparse = Eigen::SparseMatrix<double>;
using solver_type = Eigen::SimplicialLDLT<sparse, Eigen::Lower, Eigen::AMDOrdering<int>>;

/// The Laplacian with `gain` added to its diagonal.
sparse heat_matrix(const laplacian& flow, const std::vector<double>& gain) {
    std::vector<double> diagonal = gain;
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(flow.edges.size() + gain.size());
    for (const laplace_edge& edge : flow.edges) {
        diagonal[edge.a] += edge.weight;
        diagonal[edge.b] += edge.weight;
        entries.emplace_back(std::max(edge.a, edge.b), std::min(edge.a, edge.b), -edge.weight);
    }
    for (std::size_t v = 0; v < gain.size(); ++v) {
        entries.emplace_back(v, v, diagonal[v] > 0 ? diagonal[v] : 1);
    }
    sparse matrix(static_cast<int>(gain.size()), static_cast<int>(gain.size()));
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

class heat_solver {
public:
    heat_solver(const clean_surface& mesh, const laplacian& flow, const heat_sources& sources,
                double strength)
        : sources_(sources), gain_(mesh.positions.size(), 0) {
        const std::size_t count = mesh.positions.size();
        std::vector<std::uint8_t> is_heated(mesh.part_count(), 0);
        double largest = 0;
        for (const double area : flow.area) {
            largest = std::max(largest, area);
        }
        for (std::size_t v = 0; v < count; ++v) {
            if (std::isfinite(sources.distance[v])) {
                const double far = std::max(sources.distance[v], least_distance * mesh.extent);
                const double area = std::max(flow.area[v], 1e-9 * largest);
                gain_[v] = far > 0 ? strength * area / (far * far) : 1;
                is_heated[mesh.part_of[v]] = 1;
            }
        }
        std::vector<double> diagonal = gain_;
        for (std::size_t v = 0; v < count; ++v) {
            // Parts without heat have no answer; any number gives them none instead of a bad one.
            diagonal[v] += is_heated[mesh.part_of[v]] == 0 ? 1 : 0;
        }
        solver_.compute(heat_matrix(flow, diagonal));
    }

    bool is_sound() const { return solver_.info() == Eigen::Success; }

    /// Weights of bones `first` to `first + batch` into out[vertex][bone - first].
    void solve(std::int32_t first, std::vector<std::array<double, batch>>& out) const {
        const auto& order = solver_.permutationP().indices();
        out.assign(gain_.size(), {});
        for (std::size_t v = 0; v < gain_.size(); ++v) {
            const std::size_t begin = sources_.first[v];
            const std::size_t end = sources_.first[v + 1];
            for (std::size_t i = begin; i < end; ++i) {
                const std::int32_t column = sources_.bones[i] - first;
                if (column >= 0 && column < static_cast<std::int32_t>(batch)) {
                    out[static_cast<std::size_t>(order[static_cast<int>(v)])]
                       [static_cast<std::size_t>(column)] =
                           gain_[v] / static_cast<double>(end - begin);
                }
            }
        }
        // Below its diagonal of ones.
        const sparse& lower = solver_.matrixL().nestedExpression();
        const int* starts = lower.outerIndexPtr();
        const int* rows = lower.innerIndexPtr();
        const double* values = lower.valuePtr();
        const auto& diagonal = solver_.vectorD();
        const int count = static_cast<int>(lower.cols());
        for (int column = 0; column < count; ++column) {
            const std::array<double, batch> known = out[static_cast<std::size_t>(column)];
            for (int i = starts[column]; i < starts[column + 1]; ++i) {
                std::array<double, batch>& to = out[static_cast<std::size_t>(rows[i])];
                for (std::size_t k = 0; k < batch; ++k) {
                    to[k] -= values[i] * known[k];
                }
            }
        }
        for (int column = count - 1; column >= 0; --column) {
            std::array<double, batch> sum = out[static_cast<std::size_t>(column)];
            for (double& one : sum) {
                one /= diagonal[column];
            }
            for (int i = starts[column]; i < starts[column + 1]; ++i) {
                const std::array<double, batch>& from = out[static_cast<std::size_t>(rows[i])];
                for (std::size_t k = 0; k < batch; ++k) {
                    sum[k] -= values[i] * from[k];
                }
            }
            out[static_cast<std::size_t>(column)] = sum;
        }
    }

    /// Where the weights of a vertex are in what `solve` writes.
    std::size_t place_of(std::size_t vertex) const {
        return static_cast<std::size_t>(solver_.permutationP().indices()[static_cast<int>(vertex)]);
    }

private:
    const heat_sources& sources_;
    std::vector<double> gain_; ///< [vertex], area x H
    solver_type solver_;
};

struct sparse_column {
    std::vector<std::pair<std::uint32_t, double>> entries; ///< vertex, weight
};

} // namespace

std::optional<weight_table> diffuse_heat(const clean_surface& mesh, const laplacian& flow,
                                         const heat_sources& sources, std::int32_t bone_count,
                                         std::size_t wanted, double strength,
                                         const work_options& work, const work_step& step) {
    if (work.progress && !work.progress(step.name, step.from)) {
        return std::nullopt;
    }
    const heat_solver solver(mesh, flow, sources, strength);
    const std::size_t bones = static_cast<std::size_t>(bone_count);
    std::vector<sparse_column> columns(bones);
    if (!solver.is_sound()) {
        return weight_table{std::vector<std::size_t>(wanted + 1, 0), {}};
    }
    const std::size_t batches = (bones + batch - 1) / batch;
    const auto solve = [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
            std::vector<std::array<double, batch>> solved;
            solver.solve(static_cast<std::int32_t>(b * batch), solved);
            for (std::size_t v = 0; v < wanted; ++v) {
                const std::array<double, batch>& row = solved[solver.place_of(v)];
                for (std::size_t k = 0; k < batch && b * batch + k < bones; ++k) {
                    if (row[k] >= least_heat_weight) {
                        columns[b * batch + k].entries.emplace_back(static_cast<std::uint32_t>(v),
                                                                    row[k]);
                    }
                }
            }
        }
    };
    if (!share_work(work, step, batches, 1, solve)) {
        return std::nullopt;
    }
    weight_table out;
    out.first.assign(wanted + 1, 0);
    for (const sparse_column& column : columns) {
        for (const auto& [vertex, weight] : column.entries) {
            ++out.first[vertex + 1];
        }
    }
    for (std::size_t v = 0; v < wanted; ++v) {
        out.first[v + 1] += out.first[v];
    }
    out.entries.resize(out.first.back());
    std::vector<std::size_t> next(out.first.begin(), out.first.end() - 1);
    for (std::size_t bone = 0; bone < bones; ++bone) {
        for (const auto& [vertex, weight] : columns[bone].entries) {
            out.entries[next[vertex]++] = {static_cast<std::int32_t>(bone), weight};
        }
    }
    return out;
}

std::optional<std::vector<double>> smooth_by_heat(const laplacian& flow,
                                                  const std::vector<double>& in, double h,
                                                  const work_options& work) {
    if (work.progress && !work.progress("smooth", 0)) {
        return std::nullopt;
    }
    std::vector<double> gain;
    double largest = 0;
    for (const double area : flow.area) {
        largest = std::max(largest, area);
    }
    for (const double area : flow.area) {
        gain.push_back(h * std::max(area, 1e-9 * largest) + (largest > 0 ? 0 : 1));
    }
    solver_type solver;
    solver.compute(heat_matrix(flow, gain));
    Eigen::VectorXd right(static_cast<int>(in.size()));
    for (std::size_t v = 0; v < in.size(); ++v) {
        right[static_cast<int>(v)] = gain[v] * in[v];
    }
    if (solver.info() != Eigen::Success) {
        return in;
    }
    const Eigen::VectorXd out = solver.solve(right);
    return std::vector<double>(out.data(), out.data() + out.size());
}

} // namespace jounce::weights
