#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/flesh_surface.hpp>
#include <jounce/modules/tissue/tet_mesh.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace jounce::tissue {

/// Nodes that bones hold in place, and how thick the bones are.
struct held_nodes {
    std::vector<std::uint32_t> nodes; ///< ascending
    std::vector<double> radius;       ///< [segment]; 0: it lies outside of the flesh
    std::size_t outside = 0;          ///< segments that do
};

/// The nodes within the radius of a bone; along it at least the nearest one everywhere inside of the flesh, so that
/// thin bones in coarse cells hold too.
///
/// Error names: `no_bones` (none given, or one that is not finite), `bones_outside` (all of them).
/// @param radius  of all bones; 0: a fifth of the way to the skin, each its own
result<held_nodes> find_bone_nodes(const tet_mesh& mesh, const flesh_surface& skin,
                                   std::span<const weights::bone_segment> bones, double radius);

/// The distance of a point from a bone.
double distance_to(const weights::bone_segment& bone, const vec3<double>& point);

} // namespace jounce::tissue
