#pragma once

#include <jounce/modules/tissue/baked_tissue.hpp>
#include <jounce/modules/tissue/flesh_surface.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace jounce::tissue {

/// Vertices that touch colliders: far from each other, each with the area of the vertices nearest to it. Only where
/// handles move the skin, because what touches the rest could not move anything; and the denser the nearer handles are to
/// each other, because these say how small a dent can be.
/// @param moved_first  [vertex + 1] of the given mesh, rows of what moves it
/// @return  by vertex; areas sum to that of the skin that is moved
std::vector<contact_probe> choose_probes(const flesh_surface& skin, const row_starts& moved_first,
                                         std::span<const vec3<double>> handles, std::size_t count);

} // namespace jounce::tissue
