#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace jounce::decompose {

/// Vertices at the same place, which share a normal: exporters cut surfaces along the seams of textures.
/// @return  [vertex]: the first one that is there
std::vector<std::uint32_t> same_places(std::span<const vec3<double>> positions);

/// Unit normals of vertices: the mean of their triangles, by area. Where there is none it is up.
/// @param shared  of `same_places`, of the rest pose
std::vector<vec3<double>> surface_normals(std::span<const vec3<double>> positions,
                                          std::span<const std::uint32_t> triangles,
                                          std::span<const std::uint32_t> shared);

} // namespace jounce::decompose
