#pragma once

#include <jounce/modules/weights/surface.hpp>

#include <cstdint>
#include <vector>

namespace jounce::bench {

/// A body to bind: one closed surface, with a skeleton inside.
struct weights_figure {
    std::vector<vec3<double>> positions;
    std::vector<std::uint32_t> triangles; ///< three vertices each, facing outwards
    std::vector<weights::bone_segment> bones;

    weights::surface view() const { return {positions, triangles}; }
};

/// A figure of 1.8 m with arms stretched out, made of round bars that flow into each other. Spine, arms and
/// legs have as many bones each, as far as the number can be divided by five. Always the same bits.
/// @param vertices  at most so many, as near as the grid of the figure comes; 78 at least
/// @pre there is a bone
weights_figure make_weights_figure(std::int64_t vertices, std::int64_t bones);

} // namespace jounce::bench
