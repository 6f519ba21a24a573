#include <jounce/modules/tissue/biharmonic.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/facet_energy.hpp>

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>
#include <string>

namespace jounce::tissue {
namespace {

using sparse = Eigen::SparseMatrix<double>;
constexpr int is_free = -1;
/// Columns of values, x, y, z and one, which solve the equations themselves.
constexpr std::size_t affine_columns = 4;
/// Beyond this the equations are not solved, whatever the factorisation says.
constexpr double largest_error = 1e-5;

/// Known and unknown nodes of the equations, factored.
class fixed_equations {
public:
    /// @param fixed  [node] its number among the known ones, or `is_free`
    fixed_equations(const sparse& energy, const std::vector<int>& fixed)
        : place_(fixed.size(), is_free), fixed_(fixed) {
        int unknowns = 0;
        int known = 0;
        for (std::size_t n = 0; n < fixed.size(); ++n) {
            if (fixed[n] == is_free) {
                place_[n] = unknowns++;
            } else {
                ++known;
            }
        }
        std::vector<Eigen::Triplet<double>> inner;
        std::vector<Eigen::Triplet<double>> outer;
        for (int column = 0; column < energy.outerSize(); ++column) {
            for (sparse::InnerIterator at(energy, column); at; ++at) {
                const int row = place_[static_cast<std::size_t>(at.row())];
                const auto from = static_cast<std::size_t>(column);
                if (row == is_free) {
                    continue;
                }
                if (place_[from] != is_free) {
                    inner.emplace_back(row, place_[from], at.value());
                } else {
                    outer.emplace_back(row, fixed[from], at.value());
                }
            }
        }
        sparse matrix(unknowns, unknowns);
        matrix.setFromTriplets(inner.begin(), inner.end());
        coupling_.resize(unknowns, known);
        coupling_.setFromTriplets(outer.begin(), outer.end());
        if (unknowns > 0) {
            solver_.compute(matrix);
        }
    }

    bool is_sound() const { return coupling_.rows() == 0 || solver_.info() == Eigen::Success; }

    /// Values of all nodes, from those of the known ones.
    /// @param out  called with a node and its value
    template <class Out> void extend(const Eigen::VectorXd& known, const Out& out) const {
        Eigen::VectorXd solved;
        if (coupling_.rows() > 0) {
            solved = solver_.solve(-(coupling_ * known));
        }
        for (std::size_t n = 0; n < fixed_.size(); ++n) {
            out(n, fixed_[n] == is_free ? solved[place_[n]] : known[fixed_[n]]);
        }
    }

private:
    std::vector<int> place_; ///< [node] among the unknowns, or -1
    const std::vector<int>& fixed_;
    sparse coupling_;
    Eigen::SimplicialLLT<sparse> solver_;
};

double component(const vec3<double>& v, std::size_t axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : axis == 2 ? v.z : 1;
}

} // namespace

result<raw_weights> biharmonic_weights(const tet_mesh& mesh, const std::vector<tet_facet>& facets,
                                       std::span<const std::uint32_t> bone_nodes,
                                       std::span<const std::uint32_t> handles,
                                       const work::work_options& work,
                                       const work::work_step& step) {
    const error stopped = {errors::cancelled, "the bake was cancelled"};
    if (work.progress && !work.progress(step.name, step.from)) {
        return stopped;
    }
    const std::size_t count = mesh.nodes.size();
    std::vector<int> fixed(count, is_free);
    std::vector<std::uint32_t> known(handles.begin(), handles.end());
    known.insert(known.end(), bone_nodes.begin(), bone_nodes.end());
    for (std::size_t i = 0; i < known.size(); ++i) {
        fixed[known[i]] = static_cast<int>(i);
    }
    const fixed_equations equations(facet_energy(mesh, facets), fixed);
    const error unsolved = {
        errors::singular,
        "the weights of the handles have no single solution: in some part of the flesh handles and "
        "bones lie in one plane, or tetrahedra have no volume; ask for more handles or smaller "
        "cells"};
    if (!equations.is_sound()) {
        return unsolved;
    }
    vec3<double> low = mesh.nodes.front(), high = low;
    for (const vec3<double>& at : mesh.nodes) {
        low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
    }
    const double extent = length(high - low);
    raw_weights out;
    out.values.assign(count * handles.size(), 0);
    std::vector<double> errors_of(affine_columns, 0);
    const auto solve = [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) {
            Eigen::VectorXd values = Eigen::VectorXd::Zero(static_cast<int>(known.size()));
            if (c < handles.size()) {
                values[static_cast<int>(c)] = 1;
                equations.extend(values, [&](std::size_t n, double w) {
                    out.values[n * handles.size() + c] = w;
                });
                continue;
            }
            const std::size_t axis = c - handles.size();
            const auto wanted = [&](std::size_t n) {
                return axis == 3 ? 1 : component(mesh.nodes[n] - low, axis) / extent;
            };
            for (std::size_t i = 0; i < known.size(); ++i) {
                values[static_cast<int>(i)] = wanted(known[i]);
            }
            equations.extend(values, [&](std::size_t n, double w) {
                const double off = std::abs(w - wanted(n));
                errors_of[axis] = off <= errors_of[axis] ? errors_of[axis] : off; // keeps NaN
            });
        }
    };
    if (!work::share_work(work, step, handles.size() + affine_columns, 1, solve)) {
        return stopped;
    }
    out.affine_error = std::max({errors_of[0], errors_of[1], errors_of[2]});
    out.unity_error = errors_of[3];
    if (!(errors_of[0] + errors_of[1] + errors_of[2] + errors_of[3] < largest_error)) {
        return unsolved;
    }
    return out;
}

} // namespace jounce::tissue
