#pragma once

#include <jounce/components/assets/bound_mesh.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/systems/simd/kernel.hpp>

#include <array>
#include <span>

namespace jounce {

/// A tangent and its side, as in `surface_vertices::tangents`.
template <class Real> using tangent4 = std::array<Real, 4>;

/// Tangents of eight vertices.
template <class Real> struct lane_tangent {
    lane_vec3<Real> along;
    lane<Real> side;
};

/// What `cpu_skin` does, with tangents. Tangents are moved by the blended matrix itself, because they lie in the
/// surface, and made perpendicular to the moved normal; where the matrix mirrors, the side changes. A tangent that the
/// matrix flattens away is zero.
/// Reads  palette rows of one lane, mesh.  Writes  positions, normals, tangents.
/// @pre all lists have an entry per vertex of the mesh
template <class Real>
void cpu_skin_frames(skin_method method, const basic_palette<Real>& palette, int lane,
                     const basic_skinned_mesh<Real>& mesh,
                     std::span<const vec3<Real>> from_positions,
                     std::span<const vec3<Real>> from_normals,
                     std::span<const tangent4<Real>> from_tangents, std::span<vec3<Real>> positions,
                     std::span<vec3<Real>> normals, std::span<tangent4<Real>> tangents) noexcept;

/// What `skin` does, with tangents, eight vertices at a time: the results of `cpu_skin_frames` up to rounding.
/// Reads  entries, mesh.  Writes  positions, normals, tangents, in the mesh's order.  Cost  O(slots).
/// @pre `skin_entries` made the entries for this mesh; what it reads has an entry per group, what it writes one per
/// vertex
JOUNCE_KERNEL(skin_frames,
              (const basic_bound_mesh<Real>& mesh, std::span<const skin_entry<Real>> entries,
               std::span<const lane_vec3<Real>> from_positions,
               std::span<const lane_vec3<Real>> from_normals,
               std::span<const lane_tangent<Real>> from_tangents, std::span<vec3<Real>> positions,
               std::span<vec3<Real>> normals, std::span<tangent4<Real>> tangents),
              (mesh, entries, from_positions, from_normals, from_tangents, positions, normals,
               tangents))

/// Converts tangents to the lanes that `skin_frames` reads. Idle lanes of the last group repeat its last vertex.
/// @pre to has an entry per eight vertices
template <class Real>
void to_tangent_groups(std::span<const tangent4<Real>> from,
                       std::span<lane_tangent<Real>> to) noexcept;

} // namespace jounce
