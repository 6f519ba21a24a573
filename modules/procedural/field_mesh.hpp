#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace jounce::procedural {

/// A closed surface without anything on it.
struct bare_mesh {
    std::vector<vec3<double>> positions;
    std::vector<std::uint32_t> triangles; ///< counter-clockwise from outside
};

/// The surface where a smooth field is zero, by one vertex per cell that it passes. Inside the field is below zero.
/// @param low, high  corners of a box whose sides are all outside
/// @param cell  length of a cell's edge; thinner things may get lost
bare_mesh mesh_of_field(const std::function<double(const vec3<double>&)>& field,
                        const vec3<double>& low, const vec3<double>& high, double cell);

} // namespace jounce::procedural
