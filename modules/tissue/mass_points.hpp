#pragma once

#include <jounce/modules/tissue/node_weights.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::tissue {

/// Nodes that stand for the mass of all.
struct chosen_masses {
    std::vector<std::uint32_t> nodes; ///< ascending
    std::vector<double> mass;         ///< kg, above 0
    double mass_error = 0;            ///< of the reduced mass, as a share of its norm
    double drive_error = 0;           ///< of the drive constants
    double moment_error = 0; ///< of the joints' moments, sums of mass omega omega [X; 1] [X; 1]^T
};

/// Fits masses, none negative, of at most `count` nodes to reduced mass, drive and moments of joints.
/// @param joints  [node]
chosen_masses choose_mass_points(const tet_mesh& mesh, const node_weights& weights,
                                 std::span<const double> node_mass,
                                 const weights::weight_table& joints, std::size_t count);

} // namespace jounce::tissue
