#include <jounce/modules/rig/convert.hpp>

#include <jounce/modules/tuning/tuning_field.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

namespace jounce {
namespace {

constexpr double turn = 2 * std::numbers::pi;

/// A step that leaves nothing of the velocity is taken for one that leaves exp(-1000): that is 0 in
/// double, so the way back finds 0 again, and the drag stays finite.
constexpr double nothing_left = 1000;

double legal(const char* name, double value) {
    const tuning_field& field = *find_field(name);
    return std::clamp(value, field.least, field.most);
}

} // namespace

spring_tuning tuning_of(const spring_settings& physical, double reference_dt) {
    JOUNCE_ASSERT(reference_dt > 0, "the reference step must be more than 0 seconds");
    spring_tuning out;
    out.mass = legal("mass", physical.mass);
    out.hook = physical.hook;
    out.fixed_length = physical.fixed_length;
    out.output = physical.output;

    const double exponent = // 0 - 0, not -0, for a scale of 1
        physical.velocity_scale > 0 ? 0 - std::log(physical.velocity_scale) : nothing_left;
    out.drag = exponent / reference_dt;

    // Roots before products and quotients, which could leave the range of double.
    const double root_k = std::sqrt(physical.stiffness);
    const double root_m = std::sqrt(physical.mass);
    const double ratio = physical.damping / (2 * root_k * root_m);
    if (ratio <= find_field("damping_ratio")->most) { // not so for 0/0 either
        out.frequency = legal("frequency", root_k / root_m / turn);
        out.damping_ratio = ratio;
    } else {
        out.frequency = 0;
        out.damping_ratio = 0;
        out.drag += physical.damping / physical.mass;
    }
    out.drag = legal("drag", out.drag);
    out.axial_frequency = out.frequency;
    out.axial_damping_ratio = out.damping_ratio;
    return out;
}

spring_settings settings_of(const spring_tuning& tuning, double reference_dt) {
    JOUNCE_ASSERT(reference_dt > 0, "the reference step must be more than 0 seconds");
    spring_settings out;
    const double w = turn * tuning.frequency;
    out.mass = tuning.mass;
    out.stiffness = tuning.mass * w * w;
    out.damping = 2 * tuning.damping_ratio * tuning.mass * w; // sqrt(k m) is m w
    out.velocity_scale = std::exp(-tuning.drag * reference_dt);
    out.hook = tuning.hook;
    out.fixed_length = tuning.fixed_length;
    out.output = tuning.output;
    return out;
}

} // namespace jounce
