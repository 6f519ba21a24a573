#include <jounce/systems/stable/change_rate.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/systems/pose/tick_range.hpp>

#include <algorithm>

namespace jounce {
namespace {

/// Beyond this the tick that ends the old state is so near that the rest of it is not visible.
constexpr double most_stretched = 1000;

} // namespace

void change_rate(const basic_stable_set<float>& set, const frame_clock& clock, std::int32_t from,
                 std::int32_t to, stable_state& state, int lane) noexcept {
    const double tick_seconds = static_cast<double>(set.tick_seconds);
    const tick_range old_ticks = ticks_of(tick_seconds, from, clock, 1);
    const tick_range new_ticks = ticks_of(tick_seconds, to, clock, 1);
    // Shown is `deflection + (1 - progress) (before - deflection)`.
    const double stretched =
        std::min((1 - old_ticks.progress) / (1 - new_ticks.progress), most_stretched);
    const std::int64_t ticks_apart = (new_ticks.last << to) - (old_ticks.last << from);
    for (spring_state<float>& spring : state.springs) {
        if (old_ticks.progress != new_ticks.progress) {
            const vec3<float> y = get_lane(spring.deflection, lane);
            const vec3<float> before = get_lane(spring.before, lane);
            set_lane(spring.before, lane, y + static_cast<float>(stretched) * (before - y));
        }
        if (ticks_apart != 0) {
            // The next tick takes the way since the last one of its level for motion, so that is
            // where the tail must come from.
            const vec3<float> way =
                static_cast<float>(static_cast<double>(ticks_apart) * tick_seconds) *
                get_lane(spring.drive, lane);
            set_lane(spring.position, lane, get_lane(spring.position, lane) + way);
        }
    }
}

} // namespace jounce
