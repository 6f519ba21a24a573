#pragma once

#include <jounce/modules/decompose/sequence_table.hpp>
#include <jounce/modules/work/share_work.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace jounce::decompose {

/// Points that stand for several near ones.
struct merged_points {
    sequence_table means;
    std::vector<float> weight;          ///< [mean] how many points it stands for
    std::vector<std::uint32_t> mean_of; ///< [point]
};

/// Joins every point to the nearest of the points before it that stand for themselves, if that is nearer than
/// `radius`; else it stands for itself. 0 gives every point alone. Nothing if it was cancelled.
std::optional<merged_points> merge_points(const sequence_table& points, float radius,
                                          const work::work_options& work,
                                          const work::work_step& step);

} // namespace jounce::decompose
