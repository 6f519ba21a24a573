#pragma once

// What bake_tissue.cpp does once the handles have weights.

#include <jounce/modules/tissue/bake_tissue.hpp>
#include <jounce/modules/tissue/node_weights.hpp>
#include <jounce/modules/tissue/spread_weights.hpp>

#include <optional>

namespace jounce::tissue {

/// Flesh with handles.
struct flesh_parts {
    const tet_mesh& mesh;
    const std::vector<tet_facet>& facets;
    const node_weights& weights;
    const weights::weight_table& joints;  ///< [node]
    const std::vector<double>& stiffness; ///< [node] factor on the material
    const flesh_surface& skin;
};

/// Joints that a handle, or a node of the lattice, hangs on at most.
inline constexpr std::size_t most_joints = 4;

/// Appends the largest shares of a row, made to sum to one again, by joint.
void add_joints(std::span<const weights::bone_weight> row, std::size_t most,
                std::vector<joint_weight>& to);

/// Cubature, stiffness, mass, drive, modes, mass points and probes.
/// @param to  has handles and their bounds
std::optional<error> finish_tissue(const flesh_parts& from, const tissue_options& options,
                                   tissue_bake& to);

} // namespace jounce::tissue
