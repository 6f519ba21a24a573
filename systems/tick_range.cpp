#include <jounce/systems/tick_range.hpp>

#include <algorithm>
#include <cmath>

namespace jounce {

double tick_range::share(std::int64_t tick, const frame_clock& clock) const {
    const double dt = static_cast<double>(clock.dt);
    const double start = clock.time - dt;
    return std::clamp((static_cast<double>(tick) * seconds - start) / dt, 0.0, 1.0);
}

tick_range ticks_of(double tick_seconds, int level, const frame_clock& clock,
                    std::int32_t max_ticks) {
    tick_range out;
    out.seconds = tick_seconds * (1 << level);
    const double end = clock.time / out.seconds;
    const double start = (clock.time - static_cast<double>(clock.dt)) / out.seconds;
    out.first = static_cast<std::int64_t>(std::floor(start)) + 1;
    out.last = static_cast<std::int64_t>(std::floor(end));
    out.progress = end - std::floor(end);
    const std::int64_t most = std::max(1, max_ticks >> level);
    if (out.last - out.first + 1 > most) {
        out.first = out.last - most + 1;
        out.skipped = true;
    }
    return out;
}

} // namespace jounce
