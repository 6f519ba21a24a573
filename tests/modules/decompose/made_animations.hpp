#pragma once

#include <jounce/modules/decompose/decompose.hpp>

#include <cstddef>

namespace jounce::test {

/// Boxes of 12 x `cells`^2 triangles side by side, each turning and moving in its own way.
decompose::mesh_animation moving_boxes(std::size_t boxes, std::size_t frames,
                                       std::size_t cells = 2);

/// One box, and in every frame another affine map of it.
decompose::mesh_animation stretched_box(std::size_t frames);

/// A bar along x that bends and twists smoothly: no part is rigid.
decompose::mesh_animation bending_bar(std::size_t frames, std::size_t rings = 40);

/// Vertex of a frame as bones, weights and corrections have it, computed number by number.
vec3<double> played(const decompose::decomposition& made, const decompose::mesh_animation& from,
                    std::size_t frame, std::size_t vertex);

/// The error of the whole result in percent, corrections included.
double error_of(const decompose::decomposition& made, const decompose::mesh_animation& from);

} // namespace jounce::test
