#pragma once

#include <jounce/modules/decompose/solve_weights.hpp>
#include <jounce/modules/work/share_work.hpp>

namespace jounce::decompose {

/// Corrections in the working axes, and what they leave.
struct found_corrections {
    corrections corrected;
    std::vector<double>
        squares_by_rank; ///< [rank] sum of squared distances; [0] without corrections
};

/// Displacements of the rest pose that lower the error most, reduced to `rank` modes by a truncated SVD. The SVD knows
/// of the rest pose alone; unless `literal`, coefficients of every frame are then chosen for the frame itself, so that
/// no mode raises the error, and modes that lower nothing are left out. Nothing if it was cancelled.
std::optional<found_corrections> find_corrections(const working_poses& poses,
                                                  const bone_matrices& bones,
                                                  const vertex_weights& weights, std::size_t rank,
                                                  bool literal, const work::work_options& work,
                                                  const work::work_step& step);

} // namespace jounce::decompose
