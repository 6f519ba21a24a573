#pragma once

#include <jounce/components/assets/morph_target.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/systems/skin/skin_frames.hpp>

#include <cstdint>
#include <span>

namespace jounce {

/// Tangents of one mesh after `morph`: `t + sum w_k d_k`, perpendicular to the normals that `morph` gave, of unit
/// length. One that vanishes stays as it was at rest. Targets without changes of tangents still turn them, by their
/// normals.
/// Reads  tangents at rest, targets, weights, normals.  Writes  tangents.
/// @pre normals and tangents have an entry per vertex; changes too, or they are empty
template <class Real>
void morph_tangents(std::span<const tangent4<Real>> at_rest,
                    std::span<const basic_morph_target<Real>> targets,
                    std::span<const float> weights, std::span<const vec3<Real>> normals,
                    std::span<tangent4<Real>> tangents) noexcept;

/// Moves tangents by the flesh of a skin, as `displace_skin` moves its positions and normals: by `I + sum phi grad w^T`,
/// perpendicular to the normals that it gave. Vertices that no handle moves keep their bits.
/// Reads  weights, displacements of one character, normals.  Writes  tangents, in place.
/// @param vertex_first  [vertex + 1] ranges of `weights`; of a whole skin `vertex_first` and `vertex_weights` of its
/// `tissue_set`
/// @param displacements  [handle], as `displacements_of` gives them
/// @pre normals and tangents have an entry per vertex, or fewer; weights name no handle beyond the displacements
template <class Real>
void displace_tangents(std::span<const std::uint32_t> vertex_first,
                       std::span<const tissue_weight<Real>> weights,
                       std::span<const vec3<Real>> displacements,
                       std::span<const vec3<Real>> normals,
                       std::span<tangent4<Real>> tangents) noexcept;

} // namespace jounce
