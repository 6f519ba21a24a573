#pragma once

// Parts of propose_helpers.

#include <jounce/modules/weights/clean_surface.hpp>
#include <jounce/modules/weights/helpers.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace jounce::weights {

/// Vertices that share an edge with each vertex, ascending.
std::vector<std::vector<std::uint32_t>> neighbours_of(const clean_surface& mesh);
/// A third of the triangles of each vertex.
std::vector<double> areas_of(const clean_surface& mesh);
/// The bone with the largest weight, -1 for none.
std::int32_t heaviest(std::span<const bone_weight> row);

/// Swellings far from the bone that moves them. Weights are of the clean surface's vertices.
std::vector<proposed_chain> propose_flesh(const clean_surface& mesh, const weight_table& weights,
                                          std::span<const bone_segment> bones,
                                          const propose_options& options);
/// Parallel chains down open sheets.
std::vector<proposed_chain> propose_cloth(const clean_surface& mesh, const weight_table& weights,
                                          const propose_options& options);

} // namespace jounce::weights
