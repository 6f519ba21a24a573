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

/// A box of 24 vertices and 12 triangles with three shape keys that come and go: one stretches it, one lifts an edge, one
/// pulls a corner.
decompose::mesh_animation keyed_box(std::size_t frames);

/// A square of 2 x `cells`^2 triangles in waves that run through it: soft everywhere.
decompose::mesh_animation waving_cloth(std::size_t frames, std::size_t cells);

/// The same animation on its way along x, by `way` from the first frame to the last.
decompose::mesh_animation walking(decompose::mesh_animation from, double way);

/// Vertex of a frame as bones, weights and corrections have it, computed number by number.
vec3<double> played(const decompose::decomposition& made, const decompose::mesh_animation& from,
                    std::size_t frame, std::size_t vertex);

/// The error of the whole result in percent, corrections included.
double error_of(const decompose::decomposition& made, const decompose::mesh_animation& from);

} // namespace jounce::test
