#pragma once

#include <jounce/components/assets/skinned_mesh.hpp>

#include <cstdint>
#include <vector>

namespace jounce::procedural {

/// The drawable surface of a model: vertices at rest, bound to its bones (joint and bone have the
/// same index), and triangles that are counter-clockwise seen from outside. All parts are closed;
/// at a sharp edge each side has its own vertices.
struct surface {
    skinned_mesh vertices;                ///< with unit normals; weights of a vertex sum to one
    std::vector<std::uint32_t> triangles; ///< three vertices each
    std::vector<std::uint32_t> colours;   ///< [vertex], sRGB, from the lowest byte: R G B, A = 255
};

/// The most joints that move one vertex.
inline constexpr int max_influences = 8;

/// A box along the model's axes by its lowest and highest corner, metres.
struct box_bounds {
    vec3<float> low, high;

    friend bool operator==(const box_bounds&, const box_bounds&) = default;
};

/// The box around a surface at rest; all zero for one without vertices.
box_bounds rest_bounds(const surface& of);

} // namespace jounce::procedural
