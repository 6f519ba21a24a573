#pragma once

// A single spring: an exact step of its oscillators, and its energy. Kernel sources only.

#include <jounce/systems/stable/bounds.hpp>

namespace jounce::JOUNCE_LEVEL {

/// The part of an exact step of the oscillators that depends on the deflection and the push.
/// `advance` adds the part of the rate, for some springs twice.
template <class Real, class Spring, class Step>
JOUNCE_INLINE split_motion<Real> advance_still(const Spring& spring, const Step& step,
                                               const split_vector<Real>& ys,
                                               const vec<Real>& push) {
    const split_vector<Real> as = split(value(spring.axis), push);
    const auto& b = step.bend;
    split_motion<Real> out = {{splat(Real(0)), value(b.yy) * ys.across + value(b.ya) * as.across},
                              {splat(Real(0)), value(b.vy) * ys.across + value(b.yv) * as.across}};
    if (!spring.fixed_length) {
        const auto& a = step.axial;
        out.deflection.along = value(a.yy) * ys.along + value(a.ya) * as.along;
        out.rate.along = value(a.vy) * ys.along + value(a.yv) * as.along;
    }
    return out;
}
template <class Real, class Spring, class Step>
JOUNCE_INLINE split_motion<Real> advance(const Spring& spring, const Step& step,
                                         const split_motion<Real>& still, const vec<Real>& rate) {
    const split_vector<Real> vs = split(value(spring.axis), rate);
    const auto& b = step.bend;
    split_motion<Real> out = {
        {still.deflection.along, still.deflection.across + value(b.yv) * vs.across},
        {still.rate.along, still.rate.across + value(b.vv) * vs.across}};
    if (!spring.fixed_length) {
        const auto& a = step.axial;
        out.deflection.along += value(a.yv) * vs.along;
        out.rate.along += value(a.vv) * vs.along;
    }
    return out;
}

/// Energy of a spring about its target, up to a constant factor.
template <class Real, class Spring>
JOUNCE_INLINE num<Real> energy(const Spring& spring, const split_motion<Real>& m) {
    const split_vector<Real>& y = m.deflection;
    const split_vector<Real>& v = m.rate;
    return dot(v.across, v.across) + v.along * v.along +
           value(spring.bend_omega2) * dot(y.across, y.across) +
           value(spring.axial_omega2) * y.along * y.along;
}

/// The walk's coupling is one-way: a parent swings its children and is not slowed by them, so along
/// a chain energy would grow out of nothing, by the sharpness of the resonance at every link. So a
/// child takes part in its ancestors' swing only as far as this gives it no more energy than it
/// would have if they had kept their speed.
template <class Real, class Spring>
JOUNCE_INLINE split_motion<Real> no_more_energy(const Spring& spring,
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
