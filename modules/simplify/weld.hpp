#pragma once

#include <jounce/modules/simplify/simplify.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::simplify {

/// Vertices that are in one place at rest and in every pose are one place, whatever else tells them apart.
struct welded {
    std::vector<std::uint32_t> place_of; ///< [vertex]; in the order of their first vertices
    std::size_t place_count = 0;
    std::size_t pose_count = 0; ///< the rest pose is the first
    std::vector<vec3<double>>
        positions; ///< [pose][place], about the centre, the extent at rest is 1

    const vec3<double>& at(std::size_t pose, std::uint32_t place) const {
        return positions[pose * place_count + place];
    }
};

welded weld(const posed_mesh& mesh);

} // namespace jounce::simplify
