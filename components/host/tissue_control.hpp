#pragma once

#include <jounce/components/assets/tissue_set.hpp>

#include <optional>

namespace jounce {

/// Controls of the flesh of one character. Optional component, written by the host.
struct tissue_control {
    float weight = 1; ///< 0..1, how much of the displacement is shown
    /// How it is computed at level of detail 0. Empty: as `tissue_set::tier` says.
    std::optional<tissue_tier> tier = {};
};

} // namespace jounce
