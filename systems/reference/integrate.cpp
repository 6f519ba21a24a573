#include <jounce/systems/reference/integrate.hpp>

#include <jounce/systems/simd/lane_math.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// Below this an edge has no direction and is left alone (the method's own constant).
template <class Real> constexpr Real no_length = Real(1e-20);

/// Spring force along the spring, with damping of the velocity along it.
template <class Real>
JOUNCE_INLINE vec<Real> spring_force(const basic_spring<Real>& spring, const vec<Real>& position,
                                     const vec<Real>& velocity, const vec<Real>& anchor) {
    const vec<Real> along = anchor - position;
    const num<Real> distance = length(along);
    const vec<Real> n = num<Real>(Real(1) / distance.max(Real(1e-12))) * along;
    const num<Real> pull =
        spring.stiffness * (distance - spring.rest_length) - spring.damping * dot(velocity, n);
    return pull * n;
}

/// One compliant position-based step that pulls the spring towards its rest length.
template <class Real>
JOUNCE_INLINE vec<Real> constrain_edge(const basic_spring<Real>& spring, const vec<Real>& position,
                                       const vec<Real>& anchor, Real dt) {
    const vec<Real> edge = position - anchor;
    const num<Real> distance = length(edge);
    const Real inverse_mass = Real(1) / spring.mass;
    const Real gain = inverse_mass / (inverse_mass + spring.compliance / (dt * dt));
    const mask<Real> has_length = less_equal<Real>(splat(no_length<Real>), distance);
    const num<Real> fraction =
        only_where<Real>(has_length, gain * (distance - spring.rest_length) / distance);
    return position - fraction * edge;
}

} // namespace

template <class Real>
void integrate(const basic_spring_set<Real>& set, const basic_rigid_pose<Real>& rigid,
               const basic_dynamic_pose<Real>& before, Real dt,
               basic_reference_state<Real>& springs) noexcept {
    // A character's first step has no step before it: its fixed masses stay where they are.
    const mask<Real> driven = less_equal<Real>(load(springs.fresh.front()), splat(Real(0)));
    const std::size_t count = set.springs.size();
    for (std::size_t s = 0; s < count; ++s) {
        const basic_spring<Real>& spring = set.springs.data()[s];
        spring_particle<Real>& particle = springs.particles.data()[s];
        const vec<Real> position = load(particle.position);
        const vec<Real> velocity = load(particle.velocity);

        // The fixed mass follows what the animation asks beyond what the springs already gave.
        const vec<Real> still = load(particle.anchor);
        const vec<Real> drive =
            load(rigid.tails.data()[spring.slot]) - load(before.tails.data()[spring.slot]);
        const vec<Real> anchor = still + only_where<Real>(driven, drive);

        const vec<Real> force = spring_force(spring, position, velocity, anchor);
        const vec<Real> pushed =
            spring.velocity_scale * (velocity + Real(dt / spring.mass) * force);
        vec<Real> next = position + dt * pushed;
        if (spring.edge_constraint) {
            next = constrain_edge(spring, next, anchor, dt);
        }
        store(particle.velocity, Real(Real(1) / dt) * (next - position));
        store(particle.position, next);
        store(particle.anchor, anchor);
    }
    store<Real>(springs.fresh.front(), splat(Real(0)));
}

JOUNCE_DEFINED(integrate)

} // namespace jounce::JOUNCE_LEVEL
