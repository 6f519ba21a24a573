#pragma once

#include <jounce/components/assets/bound_mesh.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/systems/simd/kernel.hpp>

#include <span>

namespace jounce {

/// Makes the entries that the vertices of a mesh blend, for one character and frame.
/// Reads  palette rows of one lane, mesh.  Writes  entries.  Cost  O(pairs of the mesh).
/// @pre the palette is of the bind that the mesh was made for; entries has `mesh.entry_count()`
JOUNCE_KERNEL(skin_entries,
              (const basic_palette<Real>& palette, int lane, const basic_bound_mesh<Real>& mesh,
               std::span<skin_entry<Real>> entries),
              (palette, lane, mesh, entries))

/// Skins one character's mesh, eight vertices at a time: what `cpu_skin` does, for every frame.
/// Reads  entries, mesh.  Writes  positions, normals (unit; may be empty), in the mesh's order.
/// Cost  O(slots).
/// @pre `skin_entries` made the entries for this mesh; from_positions has an entry per group,
/// from_normals too or it is empty; positions has an entry per vertex; normals too or it is empty
JOUNCE_KERNEL(skin,
              (const basic_bound_mesh<Real>& mesh, std::span<const skin_entry<Real>> entries,
               std::span<const lane_vec3<Real>> from_positions,
               std::span<const lane_vec3<Real>> from_normals, std::span<vec3<Real>> positions,
               std::span<vec3<Real>> normals),
              (mesh, entries, from_positions, from_normals, positions, normals))

/// Both, with the mesh at rest.
template <class Real>
void skin_mesh(const basic_palette<Real>& palette, int lane, const basic_bound_mesh<Real>& mesh,
               std::span<skin_entry<Real>> entries, std::span<vec3<Real>> positions,
               std::span<vec3<Real>> normals) noexcept;

/// Converts vertices other than those at rest, for example those of `morph`, to the lanes that
/// `skin` reads. Idle lanes of the last group repeat its last vertex.
/// @pre to has an entry per eight vertices
template <class Real>
void to_groups(std::span<const vec3<Real>> from, std::span<lane_vec3<Real>> to) noexcept;

} // namespace jounce
