#include <jounce/modules/tuning/tuning_field.hpp>

#include <algorithm>
#include <numbers>

namespace jounce {
namespace {

using s = spring_tuning;
using l = limit_tuning;

// Every bound also fits a float, squared where the solver squares it. Mass and speed have a smallest
// value instead of "more than 0", so that a curve can be clamped to it.
constexpr tuning_field fields[] = {
    {"frequency", &s::frequency, 0, 1e8},
    {"damping_ratio", &s::damping_ratio, 0, 1e9},
    {"axial_frequency", &s::axial_frequency, 0, 1e8},
    {"axial_damping_ratio", &s::axial_damping_ratio, 0, 1e9},
    {"drag", &s::drag, 0, 1e12},
    {"gravity", &s::gravity, -100, 100},
    {"mass", &s::mass, 1e-9, 1e9},
    {"inherit", &s::inherit, 0, 1},
    {"hook", &s::hook, 0, 1},
    {"weight", &s::weight, 0, 1},
    {"max_speed", &s::max_speed, 1e-6, 1e6},
    {"fixed_length", &s::fixed_length},
    {"min_stretch", &s::min_stretch, 0, 1},
    {"max_stretch", &s::max_stretch, 1, 1000},
    {"limit_shape", &l::shape},
    {"limit_angle", &l::angle, 0, std::numbers::pi},
    {"limit_pitch", &l::pitch, 0, std::numbers::pi},
    {"limit_yaw", &l::yaw, 0, std::numbers::pi},
    {"limit_centre", &l::centre, 1e-6, 1e6},
    {"radius", &s::radius, 0, 1e6},
    {"friction", &s::friction, 0, 1},
    {"collides_with", &s::collides_with},
    {"collide_segment", &s::collide_segment},
    {"pinned", &s::pinned},
    {"output", &s::output},
};

} // namespace

std::span<const tuning_field> tuning_fields() { return fields; }

const tuning_field* find_field(std::string_view name) {
    const auto* found = std::find_if(std::begin(fields), std::end(fields),
                                     [&](const tuning_field& field) { return field.name == name; });
    return found == std::end(fields) ? nullptr : found;
}

} // namespace jounce
