#pragma once

#include <jounce/modules/tissue/flesh_surface.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace jounce::tissue {

/// How often the surface winds around the points of a regular grid, counted along lines in z: where a line leaves the
/// surface above a point counts one, where it enters minus one. For surfaces whose edges are balanced this is the
/// winding number itself, a whole number; places on edges belong to one side exactly.
/// @param low    the first point
/// @param step   between points
/// @param count  of points along the axes
/// @return       [x][y][z]
std::vector<std::int8_t> winding_numbers(const flesh_surface& of, const vec3<double>& low,
                                         double step, const std::array<std::size_t, 3>& count);

/// The same for one point.
int winding_number(const flesh_surface& of, const vec3<double>& point);

} // namespace jounce::tissue
