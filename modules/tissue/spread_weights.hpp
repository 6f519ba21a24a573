#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/flesh_surface.hpp>
#include <jounce/modules/tissue/tet_mesh.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace jounce::tissue {

/// Values of the skin, carried into the flesh.
struct spread_values {
    weights::weight_table joints;             ///< [node]; every row sums to one
    std::vector<std::vector<double>> painted; ///< as given, [node] each
};

/// Gives nodes what vertices have: outer nodes that of the nearest place on the skin, inner ones what is smooth
/// between these (harmonic). Weights stay shares.
///
/// Error names: `singular`, `cancelled`.
/// @param painted  further values, [given vertex] each
result<spread_values> spread_to_nodes(const tet_mesh& mesh, const std::vector<tet_facet>& facets,
                                      const flesh_surface& skin, const tissue_mesh& given,
                                      std::span<const std::span<const double>> painted,
                                      const work::work_options& work, const work::work_step& step);

} // namespace jounce::tissue
