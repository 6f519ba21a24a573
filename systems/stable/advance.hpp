#pragma once

// A single spring: an exact step of its oscillators, and its energy. Kernel sources only.

#include <jounce/systems/stable/bounds.hpp>

namespace jounce::JOUNCE_LEVEL {

/// The part of an exact step of the oscillators that depends on the deflection and the push.
/// `advance` adds the part of the rate, for some springs twice.
template <class Real>
JOUNCE_INLINE split_motion<Real>
advance_still(const stable_spring<Real>& spring, const spring_step<Real>& step,
              const split_vector<Real>& ys, const vec<Real>& push) {
    const split_vector<Real> as = split(splat(spring.axis), push);
    const oscillator_step<Real>& b = step.bend;
    split_motion<Real> out = {{splat(Real(0)), b.yy * ys.across + b.ya * as.across},
                              {splat(Real(0)), b.vy * ys.across + b.yv * as.across}};
    if (!spring.fixed_length) {
        const oscillator_step<Real>& a = step.axial;
        out.deflection.along = a.yy * ys.along + a.ya * as.along;
        out.rate.along = a.vy * ys.along + a.yv * as.along;
    }
    return out;
}
template <class Real>
JOUNCE_INLINE split_motion<Real> advance(const stable_spring<Real>& spring,
                                         const spring_step<Real>& step,
                                         const split_motion<Real>& still, const vec<Real>& rate) {
    const split_vector<Real> vs = split(splat(spring.axis), rate);
    const oscillator_step<Real>& b = step.bend;
    split_motion<Real> out = {{still.deflection.along, still.deflection.across + b.yv * vs.across},
                              {still.rate.along, still.rate.across + b.vv * vs.across}};
    if (!spring.fixed_length) {
        const oscillator_step<Real>& a = step.axial;
        out.deflection.along += a.yv * vs.along;
        out.rate.along += a.vv * vs.along;
    }
    return out;
}

/// Energy of a spring about its target, up to a constant factor.
template <class Real>
JOUNCE_INLINE num<Real> energy(const stable_spring<Real>& spring, const split_motion<Real>& m) {
    const split_vector<Real>& y = m.deflection;
    const split_vector<Real>& v = m.rate;
    return dot(v.across, v.across) + v.along * v.along +
           spring.bend_omega2 * dot(y.across, y.across) + spring.axial_omega2 * y.along * y.along;
}

/// The walk's coupling is one-way: a parent swings its children and is not slowed by them, so along
/// a chain energy would grow out of nothing, by the sharpness of the resonance at every link. So a
/// child takes part in its ancestors' swing only as far as this gives it no more energy than it
/// would have if they had kept their speed.
template <class Real>
JOUNCE_INLINE split_motion<Real> no_more_energy(const stable_spring<Real>& spring,
                                                const split_motion<Real>& coupled,
                                                const split_motion<Real>& alone) {
    const num<Real> has = energy(spring, coupled);
    const num<Real> may = energy(spring, alone);
    const mask<Real> allowed = less_equal<Real>(has, may);
    if (all(allowed)) {
        return coupled;
    }
    const num<Real> keep =
        where<Real>(allowed, splat(Real(1)), (may / has.max(Real(1e-30))).sqrt());
    return {{keep * coupled.deflection.along, keep * coupled.deflection.across},
            {keep * coupled.rate.along, keep * coupled.rate.across}};
}

/// Below this a spring is at rest: 1e-8 rad, long before numbers become too small for full speed.
template <class Real>
JOUNCE_INLINE spring_motion<Real> rest_if_tiny(const spring_motion<Real>& m, Real seconds) {
    const split_vector<Real>& y = m.deflection;
    const num<Real> size2 =
        dot(y.across, y.across) + y.along * y.along + (seconds * seconds) * dot(m.rate, m.rate);
    const mask<Real> moves = less_equal<Real>(splat(Real(1e-16)), size2);
    return {{only_where<Real>(moves, y.along), only_where<Real>(moves, y.across)},
            only_where<Real>(moves, m.rate)};
}

} // namespace jounce::JOUNCE_LEVEL
