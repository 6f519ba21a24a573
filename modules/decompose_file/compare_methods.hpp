#pragma once

#include <jounce/modules/decompose/decomposition.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jounce::decompose {

/// One way to keep a deforming mesh, and what it takes beside the mesh at rest.
struct compared_method {
    std::string name;
    std::size_t count = 0; ///< frames of a texture, shape keys, or corrections on bones
    std::uint64_t bytes = 0;
    double error = 0;              ///< percent, of positions, as `decompose_report` has it
    double numbers_per_vertex = 0; ///< that a vertex reads per picture, between two frames
};

/// Frames beyond these are not compared: shape keys need a matrix of frames by frames.
inline constexpr std::size_t max_compared_frames = 4096;

/// Compares a decomposition with vertex animation textures (a position and a normal per vertex and frame, in float32,
/// and in float16 as displacements of the rest pose) and with shape keys (principal components of the frames, each with
/// positions and normals: as few as are no worse than the bones, and than the bones with corrections).
/// Cost: vertices x frames^2. Error name: `too_many` (frames).
/// @pre `found` is of the animation
result<std::vector<compared_method>> compare_methods(const mesh_animation& of,
                                                     const decomposition& found);

/// The same as a table for people.
std::string comparison_table(const std::vector<compared_method>& methods);

} // namespace jounce::decompose
