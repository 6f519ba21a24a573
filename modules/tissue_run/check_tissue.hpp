#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <cstddef>
#include <optional>

namespace jounce {

/// Handles of a point, at most.
inline constexpr std::size_t most_pulls = 16;
/// Handles of a vertex, at most.
inline constexpr std::size_t most_vertex_handles = 16;

/// What is wrong with baked flesh (`tissue::check_tissue` says it), or with how it is to run.
/// @param joints  of the skin that it is for
std::optional<error> find_tissue_fault(const tissue::baked_tissue& baked, std::size_t joints,
                                       double metres_per_unit, const tissue_run_options& options);

} // namespace jounce
