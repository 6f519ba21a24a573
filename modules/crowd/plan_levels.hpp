#pragma once

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>

#include <entt/entt.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace jounce {

/// A character as the choice of levels sees it.
struct detail_entry {
    entt::entity who{};
    float importance = 1;
    std::int32_t finest = 0;
    std::int32_t coarsest = frozen_level;       ///< >= finest
    std::int32_t level = 0;                     ///< now, or the one that it changes to
    std::int32_t target = 0;                    ///< chosen by `plan_levels`
    std::array<float, frozen_level + 1> cost{}; ///< per level, ms
};

/// Sorts the least important first, ties by entity. A finer level makes a character a little more
/// important, so that two of equal importance do not swap levels from frame to frame.
void sort_by_importance(std::span<detail_entry> characters);

/// Chooses levels: all as fine as allowed; if that costs more than `most`, the least important become
/// one level coarser, one after the other, then all of them again in the same order, until it does
/// not. A level that saves nothing is left out.
/// @pre sorted
/// @return what the levels cost together
double plan_levels(std::span<detail_entry> characters, double most);

} // namespace jounce
