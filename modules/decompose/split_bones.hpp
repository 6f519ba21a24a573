#pragma once

#include <jounce/modules/decompose/fit_bones.hpp>

namespace jounce::decompose {

/// Splits every core into parts that hang together by vertices, and leaves out parts of fewer triangles than `least`.
/// Limbs in step turn alike and are one core without it. Vertices at the same place at rest count as one.
std::vector<core_triangles> split_bones(const working_poses& poses,
                                        const std::vector<core_triangles>& cores,
                                        std::size_t least);

} // namespace jounce::decompose
