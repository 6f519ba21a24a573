#pragma once

#include <jounce/modules/decompose/solve_weights.hpp>
#include <jounce/modules/work/share_work.hpp>

namespace jounce::decompose {

/// Bones that suit the weights better than `bones` do, of the same kind: all flexible bones at once by least squares,
/// rigid ones in turns, each given what the others leave. Nothing if it was cancelled.
std::optional<bone_matrices> refit_bones(const working_poses& poses, const vertex_weights& weights,
                                         const bone_matrices& bones, bone_kind kind,
                                         const work::work_options& work,
                                         const work::work_step& step);

} // namespace jounce::decompose
