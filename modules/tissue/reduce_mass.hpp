#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/node_weights.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace jounce::tissue {

/// A quarter of each filled tetrahedron for each of its nodes, m^3.
std::vector<double> node_volumes_of(const tet_mesh& mesh);

/// W^T diag(mass) W, H x H.
std::vector<double> reduce_mass(const node_weights& weights, std::span<const double> node_mass);

/// What moving joints do to handles: sums over nodes of mass w omega [X; 1], by handle, then joint. Pairs without
/// nodes in common are left out.
/// @param joints  [node]
std::vector<drive_term> drive_terms(const tet_mesh& mesh, const node_weights& weights,
                                    std::span<const double> node_mass,
                                    const weights::weight_table& joints);

/// Shapes in which flesh swings by itself.
struct flesh_modes {
    std::vector<double>
        shapes; ///< [mode][3H], lowest first; v^T mass v = 1, the largest number above zero
    std::vector<double> rates; ///< [mode] 1/s
};
/// Error name: `singular` (a handle moves no mass).
/// @param stiffness  3H x 3H
/// @param mass       H x H
/// @param count      of modes, at most 3H
result<flesh_modes> find_modes(std::span<const double> stiffness, std::span<const double> mass,
                               std::size_t count);

} // namespace jounce::tissue
