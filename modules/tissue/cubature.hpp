#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/elasticity.hpp>
#include <jounce/modules/tissue/tet_mesh.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::tissue {

/// Tetrahedra that stand for others: far from each other, beginning near the middle.
/// @param among  those that they stand for, ascending
std::vector<std::uint32_t> choose_cubature(const tet_mesh& mesh,
                                           std::span<const std::uint32_t> among, std::size_t count);

/// Adds tetrahedra to points so that each handle strains at least three of them much: handles near bones are stiff and
/// reach few tetrahedra, and points that are spread evenly miss these.
/// @param all  [tet]
void cover_handles(std::span<const strain_sample> all, std::size_t handle_count,
                   std::vector<std::uint32_t>& points);

/// Volumes as the integrals of the smooth function that takes given values at the points: the biharmonic
/// interpolant. They sum to the volume exactly; some are negative.
///
/// Error names: `singular` (fewer than four points, points in a plane, or a part without any).
/// @param node_volumes  [node] a quarter of the filled tetrahedra around it
/// @param points        tetrahedra
result<std::vector<double>> interpolated_volumes(const tet_mesh& mesh,
                                                 const std::vector<tet_facet>& facets,
                                                 std::span<const double> node_volumes,
                                                 std::span<const std::uint32_t> points);

/// Volumes, none negative, with which the points' stiffness at rest is as near as possible to that of all tetrahedra:
/// least squares over the upper triangle, and one row for the volume. A handle that would be left without resistance
/// gets half of what it ought to have at its steepest point.
/// @param points  their volumes are not read
/// @param target  3H x 3H, of all tetrahedra
/// @param volume  of all tetrahedra
std::vector<double> fitted_volumes(std::span<const strain_sample> points,
                                   const flesh_constants& flesh, std::span<const double> target,
                                   std::size_t handle_count, double volume);

} // namespace jounce::tissue
