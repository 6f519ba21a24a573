#pragma once

#include <jounce/components/base/math_types.hpp>

namespace jounce {

/// What acts on every spring. In the registry's context, written by the host.
struct world_forces {
    vec3<double> gravity = {0, -9.81, 0}; ///< m/s^2; each spring feels its own share of it
    vec3<double> wind;                    ///< m/s, mean
    double turbulence = 0.5;              ///< 0..1, share of the wind that comes and goes
    double gust_length = 6;               ///< m between gusts, > 0
};

} // namespace jounce
