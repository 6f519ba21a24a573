#pragma once

#include <jounce/modules/tissue/bake_steps.hpp>

namespace jounce::tissue {

/// Takes the outer edges of the volume with what moves their nodes, for pictures. Of a lattice those of its cubes, of given
/// tetrahedra all.
void keep_lattice(const flesh_parts& from, baked_tissue& to);

} // namespace jounce::tissue
