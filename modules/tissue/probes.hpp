#pragma once

#include <jounce/modules/tissue/baked_tissue.hpp>
#include <jounce/modules/tissue/flesh_surface.hpp>

#include <cstddef>
#include <vector>

namespace jounce::tissue {

/// Vertices that touch colliders: far from each other, each with the area of the vertices nearest to it.
/// @return  by vertex; areas sum to that of the skin
std::vector<contact_probe> choose_probes(const flesh_surface& skin, std::size_t count);

} // namespace jounce::tissue
