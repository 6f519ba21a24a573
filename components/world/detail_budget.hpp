#pragma once

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/base/math_types.hpp>

#include <array>
#include <cstdint>

namespace jounce {

/// What decides levels of detail. In the registry's context, written by the host. With its
/// defaults it decides nothing, and levels are those that `set_level` gave.
struct detail_budget {
    double milliseconds = 0; ///< per frame of the pipeline, by the clock on the wall; 0: no budget
    std::int32_t moves_per_frame =
        64; ///< characters that change at once; more when far above budget
    /// The budget holds for every frame, not for their mean. All characters of a level tick in the
    /// same frames: at 60 frames and 120 ticks per second those of level 2 cost as much as those of
    /// level 1 in every second frame, so that level 2 saves nothing here and freezing comes sooner.
    bool every_frame = true;

    bool by_distance = false; ///< characters beyond `distances` are coarser, budget or not
    vec3<double> viewer;      ///< world space
    /// m, from where on level 1, 2 and 3 do. A character comes back at nine tenths of it.
    std::array<float, frozen_level> distances = {15, 30, 60};
};

/// What the last update did. In the registry's context.
struct detail_report {
    std::array<std::int32_t, frozen_level + 1> characters{}; ///< per level, after it
    std::int32_t lowered = 0; ///< characters that it began to make coarser
    std::int32_t raised = 0;  ///< or finer
    double budget_ms = 0;
    double measured_ms = 0;   ///< the frame before, without the update itself
    double predicted_ms = 0;  ///< a frame with the levels as they are decided now
    double update_ms = 0;     ///< what the update took; written by the pipeline
    bool over_budget = false; ///< even the coarsest levels allowed cost more than the budget
};

} // namespace jounce
