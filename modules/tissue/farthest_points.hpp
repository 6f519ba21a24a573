#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::tissue {

/// Points that are far from each other: the first candidate, then always the one whose distance to all chosen ones,
/// times its density, is the largest; of equal ones the first. Candidates with density 0 are never chosen, and no
/// place twice: then there are fewer than `count`.
/// @param density     [candidate] >= 0, or empty: the same everywhere
/// @param first       position of the first one among the candidates
/// @param already     points that are chosen already: then `first` is not used, and they are not among the answer
/// @return            chosen candidates in the order of choice, as indices into `points`
std::vector<std::uint32_t> farthest_points(std::span<const vec3<double>> points,
                                           std::span<const std::uint32_t> candidates,
                                           std::size_t count, std::span<const double> density = {},
                                           std::size_t first = 0,
                                           std::span<const std::uint32_t> already = {});

} // namespace jounce::tissue
