#pragma once

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <functional>

namespace jounce {

/// A matrix in tiles, from `at(row, column)`.
template <class Real>
tiled_matrix<Real> tiled(std::int32_t rows, std::int32_t columns,
                         const std::function<double(std::int32_t, std::int32_t)>& at);

/// Fills in what depends on the length of a tick, and the shapes of modes.
/// @return false if the matrix of a step cannot be inverted
template <class Real>
bool fill_matrices(const tissue::baked_tissue& baked, const tissue_run_options& options,
                   basic_tissue_set<Real>& to);

} // namespace jounce
