#pragma once

#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <span>

namespace jounce {

/// Moves the vertices of a mesh at rest: a belly, bumps, another size. Bones, weights and clips stay, so every
/// frame of every clip follows. That needs weights that are not negative (of `decompose`: the solver nnls).
///
/// A normal turns as the surface around its vertex turns. Vertices with the same place and normal (seams of
/// textures) turn together, so seams stay closed and hard edges hard. A mesh without normals gets none.
/// Reads  triangles, three vertices each.  Cost  O(vertices log vertices + triangles).
///
/// Error names: `bad_count` (not one displacement per vertex, not three vertices per triangle), `bad_index`,
/// `not_finite`.
result<skinned_mesh> displace_rest(skinned_mesh mesh, std::span<const std::uint32_t> triangles,
                                   std::span<const vec3<float>> by);

} // namespace jounce
