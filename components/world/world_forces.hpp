#pragma once

#include <jounce/components/base/math_types.hpp>

namespace jounce {

/// Forces on all springs. In the registry's context, written by the host.
struct world_forces {
    vec3<double> gravity = {0, -9.81, 0}; ///< m/s^2; `gravity` of a spring is its share of it
    vec3<double> wind;                    ///< m/s, mean
    double turbulence = 0.5;              ///< 0..1, share of the wind that varies with gusts
    double gust_length = 6;               ///< m between gusts, > 0
};

} // namespace jounce
