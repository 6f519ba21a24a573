#pragma once

#include <jounce/components/base/math_types.hpp>

#include <array>
#include <span>

namespace jounce::render {

/// A plane: points with `dot(normal, p) + offset >= 0` are on its inner side.
struct frustum_plane {
    vec3<float> normal; ///< unit length, or zero: everything is on the inner side
    float offset = 0;
};

/// What a camera or a light can see: the inner side of all six planes.
struct frustum {
    std::array<frustum_plane, 6> planes;
    vec3<double> origin; ///< of the world, that the planes are relative to, metres
};

/// The frustum of a matrix that takes points to clip space: `projection * view`, column by column as OpenGL and
/// bgfx take matrices (`bx::mtxMul(out, view, projection)`). A far plane that is infinitely far away hides nothing.
/// @param homogeneous_depth  depth is -1..1, as on OpenGL (`bgfx::Caps::homogeneousDepth`); false: 0..1
/// @param origin  of the view matrix: what `skin_renderer::upload` is given
frustum make_frustum(std::span<const float, 16> to_clip, bool homogeneous_depth,
                     const vec3<double>& origin = {});

} // namespace jounce::render
