#pragma once

// Heat diffusion on a surface, solved for all bones with one factorisation.

#include <jounce/modules/weights/clean_surface.hpp>
#include <jounce/modules/weights/intrinsic.hpp>
#include <jounce/modules/weights/sources.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace jounce::weights {

/// Solves `(L + A H) w = A H p` for every bone: L the Laplacian, A the area of vertices, H = strength /
/// distance^2, p the bone's share of the vertex's sources. Vertices without a source take part without
/// giving heat; those of parts without any source stay without weights.
/// Nothing if it was cancelled. Only the first `wanted` vertices are written.
std::optional<weight_table> diffuse_heat(const clean_surface& mesh, const laplacian& flow,
                                         const heat_sources& sources, std::int32_t bone_count,
                                         std::size_t wanted, double strength,
                                         const work_options& work, const work_step& step);

/// Evens out one number per vertex over the surface: solves `(L + A h) out = A h in`. Numbers change little
/// over distances below 1 / sqrt(h).
/// Nothing if it was cancelled.
std::optional<std::vector<double>> smooth_by_heat(const laplacian& flow,
                                                  const std::vector<double>& in, double h,
                                                  const work_options& work);

} // namespace jounce::weights
