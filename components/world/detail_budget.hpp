#pragma once

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/base/math_types.hpp>

#include <array>
#include <cstdint>

namespace jounce {

/// Rules for levels of detail. In the registry's context, written by the host. With its defaults it
/// changes nothing, and levels are those of `set_level`.
struct detail_budget {
    double milliseconds = 0; ///< per frame of the pipeline, wall-clock time; 0: no budget
    std::int32_t moves_per_frame =
        64; ///< characters that change at once; more when far above budget
    /// The budget holds for every frame, not for their mean. All characters of a level tick in the
    /// same frames: at 60 frames and 120 ticks per second those of level 2 cost as much as those of
    /// level 1 in every second frame, so that level 2 saves nothing here and freezing comes sooner.
    bool every_frame = true;

    bool by_distance =
        false;           ///< characters beyond `distances` are coarser, with or without a budget
    vec3<double> viewer; ///< world space
    /// m, distances from which levels 1, 2 and 3 are used. A character returns to the finer level
    /// at nine tenths of it.
    std::array<float, frozen_level> distances = {15, 30, 60};
};

/// Outcome of the last update. In the registry's context.
struct detail_report {
    std::array<std::int32_t, frozen_level + 1> characters{}; ///< per level, after it
    std::int32_t lowered = 0; ///< characters that change to a coarser level
    std::int32_t raised = 0;  ///< characters that change to a finer level
    double budget_ms = 0;
    double measured_ms = 0;   ///< the frame before, without the update itself
    double predicted_ms = 0;  ///< a frame with the levels as they are decided now
    double update_ms = 0;     ///< what the update took; written by the pipeline
    bool over_budget = false; ///< even the coarsest levels allowed cost more than the budget
};

} // namespace jounce
