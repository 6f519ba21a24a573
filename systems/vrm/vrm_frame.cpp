#include <jounce/systems/vrm/vrm_frame.hpp>

#include <jounce/systems/pose/tick_range.hpp>
#include <jounce/systems/vrm/vrm_tick.hpp>

namespace jounce {

template <class Real>
Real run_vrm_ticks(const vrm_view<Real>& block, const frame_clock& clock,
                   const vrm_options& options) noexcept {
    const tick_range range =
        ticks_of(static_cast<double>(block.set.tick_seconds), 0, clock, options.max_ticks);
    tick_place<Real> at;
    at.skipped = range.skipped;
    for (std::int64_t t = range.first; t <= range.last; ++t) {
        at.share = static_cast<Real>(range.share(t, clock));
        vrm_tick(block, at);
        if (options.after != nullptr) {
            options.after(options.user, t);
        }
        at.share_before = at.share;
        at.first = false;
        at.skipped = false;
    }
    finish_vrm_frame(block, at.share_before, range.first <= range.last);
    return static_cast<Real>(range.shown);
}

template float run_vrm_ticks(const vrm_view<float>&, const frame_clock&,
                             const vrm_options&) noexcept;
template double run_vrm_ticks(const vrm_view<double>&, const frame_clock&,
                              const vrm_options&) noexcept;

} // namespace jounce
