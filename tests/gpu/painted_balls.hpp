#pragma once

#include <jounce/components/assets/material.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/assets/surface_vertices.hpp>

#include <cstdint>
#include <vector>

namespace gpu_test {

/// A ball with tangents and texture coordinates: u round the upright axis, v from the top.
struct round_mesh {
    jounce::skinned_mesh vertices;
    std::vector<std::uint32_t> triangles;
    jounce::surface_vertices surface;
};
round_mesh make_ball(float radius);

/// Surfaces of every kind, with textures made by code. `names` says what each shows.
struct painted_set {
    jounce::material_set surfaces;
    std::vector<const char*> names;
};
painted_set make_paints();

} // namespace gpu_test
