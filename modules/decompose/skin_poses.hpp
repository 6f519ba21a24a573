#pragma once

#include <jounce/modules/decompose/solve_weights.hpp>

namespace jounce::decompose {

/// Bones and weights that suit each other.
struct skinned_poses {
    bone_matrices bones;
    vertex_weights weights;
    std::vector<double> squares_by_refit; ///< sum of squared distances after each refit
};

/// How weights are to be found: as the paper has it if `literal`, else with sums that are one more exactly.
weight_rule rule_of(const decompose_options& options);

/// Finds weights for bones, then refits both in turns as often as the options say. Nothing if it was cancelled.
std::optional<skinned_poses> skin_poses(const working_poses& poses, const bone_matrices& bones,
                                        const decompose_options& options,
                                        const work::work_step& step);

} // namespace jounce::decompose
