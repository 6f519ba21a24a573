#pragma once

#include <jounce/components/base/math_types.hpp>

namespace jounce::bounds {

/// A ball, in double: what it encloses may be far from the origin.
struct bounding_sphere {
    vec3<double> centre;
    double radius = 0; ///< infinite if nothing is known

    friend bool operator==(const bounding_sphere&, const bounding_sphere&) = default;
};

} // namespace jounce::bounds
