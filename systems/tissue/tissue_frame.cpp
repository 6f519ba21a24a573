#include <jounce/systems/tissue/tissue_frame.hpp>

#include <jounce/systems/pose/tick_range.hpp>
#include <jounce/systems/tissue/tissue_frame_kernels.hpp>
#include <jounce/systems/tissue/tissue_step_kernels.hpp>

#include <cstddef>

namespace jounce {
namespace {

template <class Real> bool has_lane(const lane<Real>& tiers, tissue_tier tier) {
    bool found = false;
    for (const Real one : tiers.v) {
        found = found || one == static_cast<Real>(tier);
    }
    return found;
}

/// Lanes of tier linear that touch something go to tier nonlinear. True if any lane of that tier touches.
template <class Real> bool take_touching(const lane<Real>& touched, lane<Real>& tiers) {
    bool found = false;
    for (int i = 0; i < lane_count; ++i) {
        if (touched.v[i] > 0 && tiers.v[i] == static_cast<Real>(tissue_tier::linear)) {
            tiers.v[i] = static_cast<Real>(tissue_tier::nonlinear);
        }
        found =
            found || (touched.v[i] > 0 && tiers.v[i] == static_cast<Real>(tissue_tier::nonlinear));
    }
    return found;
}

} // namespace

template <class Real> std::int32_t modes_at(const basic_tissue_set<Real>& set, std::int32_t level) {
    return level < 2 ? set.mode_count : (set.mode_count + 1) / 2;
}

template <class Real>
void tick_tissue(const tissue_view<Real>& block, const tissue_options<Real>& options,
                 Real share_before, Real share) noexcept {
    tissue_tick<Real> at;
    at.level = options.level;
    at.modes = modes_at(block.set, options.level);
    at.share = share;
    at.share_before = share_before;
    lane<Real>& tiers = block.scratch.tiers.front();
    tiers = options.tiers;
    tissue_drive(block, at);
    at.touches = meets_obstacles(block) && take_touching(block.scratch.touched.front(), tiers);
    if (has_lane(tiers, tissue_tier::linear)) {
        tissue_linear(block, at, options.still);
    }
    if (has_lane(tiers, tissue_tier::nonlinear)) {
        tissue_nonlinear(block, at, options.still);
    }
    if (has_lane(tiers, tissue_tier::newton)) {
        at.steps = block.set.newton_steps;
        for (at.step = 0; at.step < at.steps; ++at.step) {
            tissue_newton(block, at, options.still);
        }
    }
}

template <class Real>
void run_tissue(const tissue_view<Real>& block, const basic_bone_transforms<Real>& bones,
                const environment_lanes<Real>& environment, const frame_clock& clock,
                const tissue_options<Real>& options, basic_displacements<Real>& out) noexcept {
    const double seconds = static_cast<double>(block.set.levels[0].seconds);
    const tick_range range = ticks_of(seconds, options.level, clock, options.max_ticks);
    const double dt = static_cast<double>(clock.dt);
    tissue_place<Real> place;
    place.seconds = block.set.levels[static_cast<std::size_t>(options.level)].seconds;
    place.step = static_cast<Real>(range.landing > 0 ? 1.0 / static_cast<double>(range.landing)
                                                     : range.seconds / dt);
    const double start = clock.time - dt;
    place.last_share = static_cast<Real>(
        range.landing > 0 ? static_cast<double>(range.first - 1 - (range.last - range.landing)) /
                                static_cast<double>(range.landing)
                          : (static_cast<double>(range.first - 1) * range.seconds - start) / dt);
    place.skipped = range.skipped;
    tissue_begin(block, bones, environment, place);
    if (!block.set.probes.empty() && options.surround != nullptr) {
        options.surround(options.user, block);
    }
    Real share_before = place.last_share;
    for (std::int64_t tick = range.first; tick <= range.last; ++tick) {
        const Real share = static_cast<Real>(range.share(tick, clock));
        tick_tissue(block, options, share_before, share);
        share_before = share;
    }
    tissue_end(block, options.weight, static_cast<Real>(range.shown), out);
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template std::int32_t modes_at(const basic_tissue_set<Real>&, std::int32_t);                   \
    template void tick_tissue(const tissue_view<Real>&, const tissue_options<Real>&, Real,         \
                              Real) noexcept;                                                      \
    template void run_tissue(const tissue_view<Real>&, const basic_bone_transforms<Real>&,         \
                             const environment_lanes<Real>&, const frame_clock&,                   \
                             const tissue_options<Real>&, basic_displacements<Real>&) noexcept;
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce
