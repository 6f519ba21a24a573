#include <jounce/systems/pose/tick_range.hpp>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

constexpr int soon = 8; ///< frames

/// Number of the last tick, counted in ticks of full rate.
std::int64_t last_tick(double tick_seconds, const frame_clock& clock, std::int32_t level) {
    return ticks_of(tick_seconds, level, clock, 1).last << level;
}

} // namespace

double tick_range::share(std::int64_t tick, const frame_clock& clock) const {
    if (landing > 0) {
        return static_cast<double>(tick - (last - landing)) / static_cast<double>(landing);
    }
    const double dt = static_cast<double>(clock.dt);
    const double start = clock.time - dt;
    return std::clamp((static_cast<double>(tick) * seconds - start) / dt, 0.0, 1.0);
}

tick_range ticks_of(double tick_seconds, int level, const frame_clock& clock,
                    std::int32_t max_ticks) {
    tick_range out;
    out.seconds = tick_seconds * (1 << level);
    const double end = clock.time / out.seconds;
    if (clock.lands) {
        const double count = std::round(static_cast<double>(clock.dt) / out.seconds);
        out.landing = static_cast<std::int64_t>(std::max(1.0, count));
        out.last = static_cast<std::int64_t>(std::round(end));
        out.first = out.last - out.landing + 1;
        out.shown = 1;
    } else {
        const double start = (clock.time - static_cast<double>(clock.dt)) / out.seconds;
        out.first = static_cast<std::int64_t>(std::floor(start)) + 1;
        out.last = static_cast<std::int64_t>(std::floor(end));
        out.progress = end - std::floor(end);
        out.shown = out.progress;
    }
    const std::int64_t most = std::max(1, max_ticks >> level);
    if (out.last - out.first + 1 > most) {
        out.first = out.last - most + 1;
        out.skipped = true;
    }
    return out;
}

bool ticks_coincide(double tick_seconds, const frame_clock& clock, std::int32_t a, std::int32_t b) {
    return last_tick(tick_seconds, clock, a) == last_tick(tick_seconds, clock, b);
}

bool ticks_coincide_soon(double tick_seconds, const frame_clock& clock, std::int32_t a,
                         std::int32_t b) {
    frame_clock then = clock;
    for (int frame = 0; frame < soon; ++frame) {
        then.time += static_cast<double>(then.dt);
        if (ticks_coincide(tick_seconds, then, a, b)) {
            return true;
        }
    }
    return false;
}

} // namespace jounce
