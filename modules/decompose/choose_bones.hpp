#pragma once

#include <jounce/modules/decompose/fit_bones.hpp>
#include <jounce/modules/decompose/skin_poses.hpp>

namespace jounce::decompose {

/// Bones with their centres, and weights.
struct chosen_bones {
    skinned_poses skin;
    std::vector<Eigen::Vector3d> centres; ///< [bone]
};

/// The bones that are left of `all` if `count` of them stay and the first of `removed` go.
std::vector<std::size_t> bones_left(std::size_t all, const std::vector<std::size_t>& removed,
                                    std::size_t count);

/// Finds weights for the `count` bones of the pool that are removed last. Nothing if it was cancelled.
std::optional<chosen_bones> choose_left(const working_poses& poses, const fitted_bones& pool,
                                        const std::vector<std::size_t>& removed, std::size_t count,
                                        const decompose_options& options,
                                        const work::work_step& step);

/// Eliminates bones until `count` are left, and finds weights for them. Nothing if it was cancelled.
std::optional<chosen_bones> choose_by_count(const working_poses& poses, const fitted_bones& pool,
                                            std::size_t count, const decompose_options& options,
                                            const work::work_step& step);

/// The same with as few bones as leave no more than `most` as the sum of squared distances; all of them if that is too
/// few.
std::optional<chosen_bones> choose_by_error(const working_poses& poses, const fitted_bones& pool,
                                            double most, const decompose_options& options,
                                            const work::work_step& step);

} // namespace jounce::decompose
