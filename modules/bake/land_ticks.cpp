#include <jounce/modules/bake/land_ticks.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/rig/stable_builder.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce::bake {
namespace {

/// Rounding of a frame's length must not make another tick.
constexpr double slack = 1e-4;

/// Settings may request any rate and clips frames of any length: ticks are kept within these
/// bounds.
double landing_tick(double own, double seconds) {
    constexpr double shortest = 1 / most_tick_rate;
    constexpr double longest = 1 / least_tick_rate;
    const double fewest = std::max(1.0, std::ceil(seconds / longest));
    const double most = std::max(fewest, std::floor(seconds / shortest));
    const double count = std::clamp(std::ceil(seconds / own - slack), fewest, most);
    return std::clamp(seconds / count, shortest, longest);
}

void land(basic_stable_set<float>& set, double seconds) {
    set_tick_seconds(set, landing_tick(static_cast<double>(set.tick_seconds), seconds));
}

void land(basic_vrm_set<float>& set, double seconds) {
    const double own = static_cast<double>(set.tick_seconds);
    const double landing = seconds / std::max(1.0, std::round(seconds / own + slack));
    const double ratio = landing / own;
    if (std::abs(ratio - 1) <= slack) {
        return;
    }
    set.tick_seconds = static_cast<float>(landing);
    const float scale = static_cast<float>(ratio);
    for (vrm_spring<float>& spring : set.springs) {
        spring.keep = std::pow(std::max(spring.keep, 0.0F), scale);
        // A tick adds this times its length to the displacement of a tick.
        spring.stiffness *= scale;
        spring.pull = scale * spring.pull;
    }
}

} // namespace

double landing_rate(const tissue_set& flesh, double seconds) {
    return 1 / landing_tick(static_cast<double>(flesh.levels.front().seconds), seconds);
}

std::shared_ptr<const character_kind> land_ticks(const std::shared_ptr<const character_kind>& kind,
                                                 double seconds) {
    character_kind landing = *kind;
    land(landing.springs.stable, seconds); // what belongs to other solvers than the kind's is empty
    land(landing.springs.vrm, seconds);
    return std::make_shared<const character_kind>(std::move(landing));
}

} // namespace jounce::bake
