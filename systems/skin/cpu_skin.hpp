#pragma once

#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/block/palette.hpp>

#include <cstdint>
#include <span>

namespace jounce {

/// Skins one character's mesh, one vertex at a time by the textbook formula: the reference that
/// shaders and faster paths are checked against. Weights are used as they are; linear skinning
/// needs them to sum to one, dual quaternions do not.
/// Reads  palette rows of one lane, mesh.  Writes  positions, normals (unit; may be empty).
/// @pre positions has an entry per vertex; normals too, or it or the mesh's normals are empty
template <class Real>
void cpu_skin(skin_method method, const basic_palette<Real>& palette, int lane,
              const basic_skinned_mesh<Real>& mesh, std::span<vec3<Real>> positions,
              std::span<vec3<Real>> normals) noexcept;

/// The same with vertices other than those of the mesh at rest, for example those of `morph`. Input
/// and output may be the same arrays.
/// @pre from_positions has an entry per vertex; from_normals too, or it is empty
template <class Real>
void cpu_skin(skin_method method, const basic_palette<Real>& palette, int lane,
              const basic_skinned_mesh<Real>& mesh, std::span<const vec3<Real>> from_positions,
              std::span<const vec3<Real>> from_normals, std::span<vec3<Real>> positions,
              std::span<vec3<Real>> normals) noexcept;

/// The matrix that `cpu_skin` moves one vertex by, for single vertices: a position times
/// this matrix has the bits of `cpu_skin`.
template <class Real>
affine<Real> skin_matrix(skin_method method, const basic_palette<Real>& palette, int lane,
                         std::span<const basic_influence<Real>> influences) noexcept;

/// The matrix that a palette entry stands for.
template <class Real>
affine<Real> palette_matrix(const basic_palette<Real>& palette, int lane,
                            std::int32_t joint) noexcept;

} // namespace jounce
