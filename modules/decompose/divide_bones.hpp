#pragma once

#include <jounce/modules/decompose/fit_bones.hpp>

namespace jounce::decompose {

/// Divides cores until there are `wanted`: each time the one that a single flexible bone fits worst, across its longest
/// direction. For more bones than there are near-rigid parts. Fewer are left if triangles run out.
/// False if it was cancelled.
bool divide_bones(const working_poses& poses, const rotation_sequences& rotations,
                  std::size_t wanted, std::vector<core_triangles>& cores,
                  const work::work_options& work, const work::work_step& step);

} // namespace jounce::decompose
