#pragma once

#include <jounce/modules/tissue/elasticity.hpp>
#include <jounce/modules/tissue/tissue_figures.hpp>

#include <span>

namespace jounce::tissue {

/// Compares cubature with all tetrahedra on random shapes of handles, and at rest.
/// @param reach  how far handles go, m
void measure_cubature(std::span<const strain_sample> points, std::span<const strain_sample> all,
                      const flesh_constants& flesh, std::span<const vec3<double>> handles,
                      double reach, tissue_figures& to);

} // namespace jounce::tissue
