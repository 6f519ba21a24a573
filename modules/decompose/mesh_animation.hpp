#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Skinning decomposition: bones, weights and clips for meshes that deform without them.
namespace jounce::decompose {

/// Frames of one take. All takes of a mesh share its bones and weights.
struct take {
    std::string name;
    std::size_t first_frame = 0;
    std::size_t frame_count = 0;
    double fps = 24;
};

/// A mesh that deforms: the same vertices and triangles in every frame. Any unit of length.
struct mesh_animation {
    std::vector<vec3<double>> rest;       ///< [vertex]; need not be a frame
    std::vector<std::uint32_t> triangles; ///< three vertices each
    std::vector<vec3<double>> frames;     ///< [frame][vertex]
    std::vector<take> takes;              ///< cover all frames in order, without gaps

    /// Of every frame.
    std::size_t vertex_count() const { return rest.size(); }
    /// Of all takes.
    std::size_t frame_count() const { return rest.empty() ? 0 : frames.size() / rest.size(); }
    /// Positions of all vertices in one frame.
    std::span<const vec3<double>> frame(std::size_t at) const {
        return {frames.data() + at * rest.size(), rest.size()};
    }
};

} // namespace jounce::decompose
