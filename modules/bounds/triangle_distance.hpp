#pragma once

// Distances between points, segments and triangles, which may have no area.

#include <jounce/components/base/math_types.hpp>

#include <array>
#include <optional>

namespace jounce::bounds {

using triangle = std::array<vec3<double>, 3>;

/// The nearest places of two shapes; equal where they meet.
struct nearest_places {
    vec3<double> first, second;
    double square = 0; ///< of their distance
};

vec3<double> nearest_on_triangle(const vec3<double>& point, const triangle& to);
nearest_places nearest_of_segments(const vec3<double>& a, const vec3<double>& b,
                                   const vec3<double>& c, const vec3<double>& d);
/// The first place is on the segment.
nearest_places nearest_of_segment(const vec3<double>& a, const vec3<double>& b, const triangle& to);
nearest_places nearest_of_triangles(const triangle& one, const triangle& other);
/// Where from + t along, 0 <= t, meets the triangle from either side; nothing if they are parallel.
std::optional<double> meet(const vec3<double>& from, const vec3<double>& along,
                           const triangle& with);
/// Unit, counter-clockwise corners seen from outside; zero without area.
vec3<double> normal_of(const triangle& of);

} // namespace jounce::bounds
