#pragma once

#include <jounce/modules/decompose/fit_bones.hpp>

namespace jounce::decompose {

/// More bones are not chosen unless they are asked for, or unless the paper's rule finds more.
std::size_t most_bones_unasked(const working_poses& poses, std::size_t by_rule);

/// How many bones to keep if nobody says.
struct counted_bones {
    std::vector<std::size_t> removed; ///< the order of elimination, down to one bone
    std::size_t count = 0;
    bool is_enough = false; ///< they describe the motion; more than the pool has would help else
};

/// Counts bones by what they leave, measured on some thousand vertices, as a share of the motion without the walk of the
/// whole mesh. If a bone per eight vertices leaves nothing: as few as leave nothing. Else as few as leave two percent, but not fewer than
/// `by_rule`. If that cannot be reached: as many as there are, without the last third as long as that hardly helps.
/// Nothing if it was cancelled.
std::optional<counted_bones> count_bones(const working_poses& poses, const fitted_bones& pool,
                                         std::size_t by_rule, const decompose_options& options,
                                         const work::work_step& step);

} // namespace jounce::decompose
