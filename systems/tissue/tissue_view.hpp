#pragma once

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/block/tissue_scratch.hpp>
#include <jounce/components/block/tissue_state.hpp>

#include <cstdint>

namespace jounce {

/// The flesh of a block, as its kernels see it.
template <class Real> struct tissue_view {
    const basic_tissue_set<Real>& set;
    basic_tissue_state<Real>& state;
    basic_tissue_scratch<Real>& scratch;
};

/// Whether anything in this frame may touch the flesh of a block.
template <class Real> bool meets_obstacles(const tissue_view<Real>& block) {
    return !block.set.probes.empty() && block.scratch.obstacle_count > 0;
}

/// Where the ticks of a frame stand, for `tissue_begin`.
template <class Real> struct tissue_place {
    Real seconds = 0;    ///< of a tick
    Real last_share = 0; ///< of the frame, at the tick before the first one of the frame: 0 or less
    Real step = 0;       ///< a tick as a share of the frame
    bool skipped = false; ///< ticks were left out before the first one: `last_share` may be above 0
};

/// One tick.
template <class Real> struct tissue_tick {
    std::int32_t level = 0; ///< of detail
    std::int32_t modes = 0; ///< of tier linear
    Real share = 1;         ///< of the frame that has passed at its end
    Real share_before = 0;  ///< the same at its start; below 0 in the frame before
    std::int32_t step = 0;  ///< of Newton's method in tier newton, from 0
    std::int32_t steps = 1; ///< the last of them keeps its result
    bool touches = false;   ///< characters of tier nonlinear do: `tissue_scratch::contacts`
};

} // namespace jounce
