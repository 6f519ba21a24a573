#pragma once

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/base/math_types.hpp>

#include <cstdint>
#include <span>

namespace jounce {

/// Moves a skin by its flesh, before it is skinned and after `morph`: `p + sum w phi`, and normals by the cofactors of
/// `I + sum phi grad w^T`, made unit length again. Vertices that no handle moves keep their bits. Give the result to
/// `cpu_skin`, or through `to_groups` to `skin`.
/// Reads  tissue_set, displacements of one character.  Writes  positions, normals (may be empty), in place.
/// Cost  O(weights of the vertices).
/// @param displacements  [handle], as `displacements_of` gives them
/// @pre positions has an entry per vertex of the skin that was baked, or fewer; normals as many, or it is empty
template <class Real>
void displace_skin(const basic_tissue_set<Real>& flesh, std::span<const vec3<Real>> displacements,
                   std::span<vec3<Real>> positions, std::span<vec3<Real>> normals) noexcept;

/// The same for vertices that are not numbered as those of the bake: of one mesh of several that were baked as one
/// skin (`vertex_first` from the mesh's first vertex on), or of a part of a mesh.
/// @param vertex_first  [vertex + 1] ranges of `weights`
/// @pre weights name no handle beyond the displacements
template <class Real>
void displace_skin(std::span<const std::uint32_t> vertex_first,
                   std::span<const tissue_weight<Real>> weights,
                   std::span<const vec3<Real>> displacements, std::span<vec3<Real>> positions,
                   std::span<vec3<Real>> normals) noexcept;

} // namespace jounce
