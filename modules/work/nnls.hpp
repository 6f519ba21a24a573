#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace jounce::work {

/// Finds x >= 0 that minimises x^T G x - 2 x^T r, the normal equations of least squares: G the products of columns with
/// each other, n x n, r with the right side. Up to four unknowns by trying all sets of those that are not zero, more by
/// the active set method of Lawson and Hanson, whose factor grows with the set: about n^3 / 3 for n unknowns.
/// Columns that depend on others get zero.
class nnls_solver {
public:
    void solve(std::span<const double> gram, std::span<const double> right, std::span<double> out);

private:
    void try_all(std::span<const double> gram, std::span<const double> right,
                 std::span<double> out);
    void grow(std::span<const double> gram, std::span<const double> right, std::span<double> out);
    /// Solves for the unknowns in `used_`. False if they depend on each other. Rows of the factor that were
    /// computed for the same first unknowns are kept: their bits would be the same.
    bool solve_used(std::span<const double> gram, std::span<const double> right);

    std::vector<std::size_t> used_;       ///< unknowns that may be above zero
    std::vector<std::size_t> factored_;   ///< unknowns whose rows `lower_` holds
    std::vector<double> lower_, solved_;  ///< of the last solution, in the order of `used_`
    std::vector<double> slope_;           ///< [unknown]
    std::vector<unsigned char> excluded_; ///< [unknown] in use, or it depends on those in use
};

} // namespace jounce::work
