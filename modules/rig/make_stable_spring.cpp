#include <jounce/modules/rig/make_stable_spring.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/rig/oscillator.hpp>
#include <jounce/modules/rig/stable_builder.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace jounce {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double half_turn = 4; ///< the deflection of half a turn: 4 tan(pi / 4)

double deflection_of(double angle) { return 4 * std::tan(std::min(angle, pi) / 4); }

/// Shortest rotation from Y to a unit direction.
quat<double> from_y(const vec3<double>& to) {
    if (to.y < -1 + 1e-9) {
        return {1, 0, 0, 0};
    }
    return normalised(quat<double>{to.z, 0, -to.x, 1 + to.y});
}

template <class Real>
void set_limit(stable_spring<Real>& spring, const limit_tuning& limit, const vec3<double>& axis) {
    spring.limit = limit.shape;
    const quat<double> centre = normalised(limit.centre);
    const bool is_turned = centre.x != 0 || centre.y != 0 || centre.z != 0;
    spring.limit_is_centred = limit.shape == limit_shape::none || !is_turned;
    spring.limit_frame = cast<Real>(normalised(centre * from_y(axis)));
    switch (limit.shape) {
    case limit_shape::none: spring.limit_x = static_cast<Real>(half_turn); break;
    case limit_shape::cone: spring.limit_x = static_cast<Real>(deflection_of(limit.angle)); break;
    case limit_shape::hinge: spring.limit_z = static_cast<Real>(deflection_of(limit.angle)); break;
    case limit_shape::spherical:
        spring.limit_x = static_cast<Real>(deflection_of(limit.yaw));
        spring.limit_z = static_cast<Real>(deflection_of(limit.pitch));
        break;
    }
}

struct oscillation {
    double omega;
    double decay;
};

/// Solves a spring's oscillators for the ticks of every level.
template <class Real>
void set_steps(stable_spring<Real>& spring, const oscillation& bend, const oscillation& axial,
               double tick_seconds) {
    for (int level = 0; level < detail_levels; ++level) {
        const double seconds = tick_seconds * (1 << level);
        spring_step<Real>& step = spring.steps[at(level)];
        step.bend = rounded_step<Real>(bend.omega, bend.decay, seconds);
        step.axial = rounded_step<Real>(axial.omega, axial.decay, seconds);
    }
}

} // namespace

template <class Real>
stable_spring<Real> make_stable_spring(const basic_rig<Real>& rig, std::int32_t bone,
                                       const spring_tuning& t, double tick_seconds) {
    stable_spring<Real> spring;
    const vec3<double> tail = cast<double>(rig.tail_local[at(bone)]);
    const double bone_length = length(tail);
    const bool has_length = bone_length > 1e-9;
    const vec3<double> axis = has_length ? (1 / bone_length) * tail : vec3<double>{0, 1, 0};
    // Settings are in metres, everything a spring does is in units of the rig.
    const double per_metre = 1 / static_cast<double>(rig.metres_per_unit);
    const double unit = has_length ? bone_length : per_metre;

    spring.bone = bone;
    spring.axis = cast<Real>(axis);
    spring.length = static_cast<Real>(unit);
    spring.tail = has_length ? Real(1) : Real(0);
    spring.translate = t.output == spring_transform::translate;
    spring.fixed_length = t.fixed_length && !spring.translate;
    spring.pinned = t.pinned;
    spring.collide_segment = t.collide_segment;

    const double bend_omega = 2 * pi * t.frequency;
    const double bend_decay = t.damping_ratio * bend_omega + t.drag / 2;
    // A shift has no direction of its own: it is as stiff along the bone as across.
    const double axial_omega = spring.translate ? bend_omega : 2 * pi * t.axial_frequency;
    const double axial_decay =
        spring.translate ? bend_decay : t.axial_damping_ratio * axial_omega + t.drag / 2;
    set_steps(spring, {bend_omega, bend_decay}, {axial_omega, axial_decay}, tick_seconds);
    spring.bend_decay = static_cast<Real>(bend_decay);
    spring.axial_decay = static_cast<Real>(axial_decay);
    spring.drag = static_cast<Real>(t.drag);
    spring.gravity = static_cast<Real>(t.gravity);
    spring.inverse_mass = static_cast<Real>(1 / t.mass);
    spring.inherit = static_cast<Real>(t.inherit);
    spring.hook = static_cast<Real>(t.hook);
    spring.weight = static_cast<Real>(t.weight);
    spring.max_speed = static_cast<Real>(t.max_speed * per_metre);
    spring.least_stretch = static_cast<Real>(t.min_stretch - 1);
    spring.most_stretch = static_cast<Real>(t.max_stretch - 1);
    set_limit(spring, t.limit, axis);
    spring.radius = static_cast<Real>(t.radius * per_metre);
    spring.friction = static_cast<Real>(t.friction);
    spring.collides_with = t.collides_with;
    spring.inertia = static_cast<Real>(t.mass * (unit / per_metre) * (unit / per_metre));
    spring.bend_omega2 = static_cast<Real>(bend_omega * bend_omega);
    spring.axial_omega2 =
        spring.fixed_length ? Real(0) : static_cast<Real>(axial_omega * axial_omega);
    return spring;
}
template stable_spring<float> make_stable_spring(const basic_rig<float>&, std::int32_t,
                                                 const spring_tuning&, double);
template stable_spring<double> make_stable_spring(const basic_rig<double>&, std::int32_t,
                                                  const spring_tuning&, double);

template <class Real> void set_tick_seconds(basic_stable_set<Real>& set, double seconds) {
    JOUNCE_ASSERT(seconds >= 1e-4 && seconds <= 1, "ticks last from 0.1 ms to 1 s");
    set.tick_seconds = static_cast<Real>(seconds);
    for (stable_spring<Real>& spring : set.springs) {
        set_steps(spring,
                  {std::sqrt(static_cast<double>(spring.bend_omega2)),
                   static_cast<double>(spring.bend_decay)},
                  {std::sqrt(static_cast<double>(spring.axial_omega2)),
                   static_cast<double>(spring.axial_decay)},
                  seconds);
    }
}
template void set_tick_seconds(basic_stable_set<float>&, double);
template void set_tick_seconds(basic_stable_set<double>&, double);

} // namespace jounce
