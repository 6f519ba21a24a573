#pragma once

#include <jounce/modules/gltf/nodes.hpp>

#include <string_view>
#include <vector>

namespace jounce::gltf {

/// A 4x4 matrix by columns as translation, rotation and scale; a mirrored one has a negative x scale.
/// Mistakes: `bad_number` (no affine matrix), `sheared` (no product of the three).
node_pose split_matrix(source& from, const std::vector<double>& matrix, std::string_view place);

} // namespace jounce::gltf
