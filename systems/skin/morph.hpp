#pragma once

#include <jounce/components/assets/morph_target.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>

#include <span>

namespace jounce {

/// Blend shapes of one mesh, before skinning: `p + sum w_k d_k`, and the same for normals, which
/// are then made unit length again (one that vanishes stays as it was at rest). Targets of weight 0
/// cost nothing. Surplus weights and surplus targets are ignored.
/// Reads  mesh, targets, weights.  Writes  positions, normals (may be empty).
/// @pre positions has an entry per vertex; normals too, or it or the mesh's normals are empty; deltas
///      have an entry per vertex or are empty
template <class Real>
void morph(const basic_skinned_mesh<Real>& mesh, std::span<const basic_morph_target<Real>> targets,
           std::span<const float> weights, std::span<vec3<Real>> positions,
           std::span<vec3<Real>> normals) noexcept;

} // namespace jounce
