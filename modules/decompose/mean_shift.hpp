#pragma once

#include <jounce/modules/decompose/sequence_table.hpp>
#include <jounce/modules/work/share_work.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace jounce::decompose {

/// How exact points are shifted.
struct shift_options {
    float bandwidth = 0; ///< h: L1 distance beyond which points do not attract each other
    double merge = 0;    ///< share of h: nearer points are shifted as one
};

/// Where points come to rest.
struct shifted_points {
    sequence_table ends;
    std::vector<std::uint32_t> end_of; ///< [point]
};

/// Moves every point to the weighted mean of its neighbours until it rests, at most 100 times. The weight at
/// distance d is (1 - d/h)^2. Nothing if it was cancelled.
std::optional<shifted_points> shift_points(const sequence_table& points,
                                           const shift_options& options,
                                           const work::work_options& work,
                                           const work::work_step& step);

} // namespace jounce::decompose
