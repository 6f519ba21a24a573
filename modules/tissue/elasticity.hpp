#pragma once

#include <jounce/modules/tissue/baked_tissue.hpp>

#include <span>
#include <vector>

namespace jounce::tissue {

/// The constants of stable neo-Hookean flesh: mu/2 (|F|^2 - 3) + lambda/2 ((J - a)^2 - (1 - a)^2), which is zero at
/// rest, where F is one and J its determinant.
struct flesh_constants {
    double mu = 0, lambda = 0; ///< Pa
    double a = 0;              ///< 1 + mu / lambda
};
flesh_constants constants_of(const tissue_material& material);

/// Where flesh is strained: a place, or a whole tetrahedron.
struct strain_sample {
    std::vector<handle_weight> handles;
    double volume = 0; ///< that it stands for, times what it is stiffer than the material
};

/// Energy of displaced handles, and its derivative. J.
/// @param shift     [handle]
/// @param gradient  [handle], added to; empty: not wanted
double elastic_energy(std::span<const strain_sample> samples, const flesh_constants& flesh,
                      std::span<const vec3<double>> shift, std::span<vec3<double>> gradient);

/// The second derivative of the energy at rest, 3H x 3H by rows.
std::vector<double> rest_stiffness_of(std::span<const strain_sample> samples,
                                      const flesh_constants& flesh, std::size_t handle_count);

/// The same for two handles of a sample of volume one: 3 x 3 by rows.
std::array<double, 9> stiffness_block(const flesh_constants& flesh, const vec3<double>& a,
                                      const vec3<double>& b);

} // namespace jounce::tissue
