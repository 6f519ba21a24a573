#pragma once

// What the world does to a block in the course of one tick. Kernel sources only.

#include <jounce/systems/detail/walk.hpp>

namespace jounce::JOUNCE_LEVEL {

template <class Real> struct tick_world {
    rotation<Real> turn; ///< from the model space of the last tick to that of this one
    vec<Real> shift;
    num<Real> growth;
    matrix<Real> turning; ///< the same as `turn`: every spring turns several vectors by it
    vec<Real> gravity;
    mask<Real> carried; ///< lanes whose springs are moved along rigidly in this tick
    mask<Real> still;
    bool has_still;
    num<Real> share;
    Real rate; ///< ticks per second
};

/// Rotation that is left from a time in the frame until its end.
template <class Real>
JOUNCE_INLINE rotation<Real> turn_left(const conditions_lanes<Real>& now, Real share) {
    return mix<Real>(load(now.turn), no_turn<Real>(), splat(share));
}

/// Adds the model space's motion between two times of the frame to what no tick has seen.
template <class Real>
JOUNCE_INLINE void add_motion(conditions_lanes<Real>& now, Real from, Real to) {
    const rotation<Real> until_end = conjugate(turn_left(now, to));
    const rotation<Real> turn = until_end * turn_left(now, from);
    const vec<Real> shift = (to - from) * rotate(until_end, load(now.shift));
    const num<Real> growth = splat(Real(1)) + (to - from) * (load(now.growth) - Real(1));
    const vec<Real> moved = growth * rotate(turn, load(now.carry_shift)) + shift;
    store(now.carry_turn, normalised(turn * load(now.carry_turn)));
    store(now.carry_shift, moved);
    store<Real>(now.carry_growth, growth * load(now.carry_growth));
}

template <class Real> JOUNCE_INLINE void forget_motion(conditions_lanes<Real>& now) {
    const num<Real> zero = splat(Real(0));
    store(now.carry_turn, no_turn<Real>());
    store(now.carry_shift, vec<Real>{zero, zero, zero});
    store<Real>(now.carry_growth, splat(Real(1)));
}

template <class Real>
JOUNCE_INLINE vec<Real> carry(const tick_world<Real>& world, const vec<Real>& position) {
    return world.growth * (world.turning * position) + world.shift;
}

/// A smooth wave of period and amplitude 1.
template <class Real> JOUNCE_INLINE num<Real> wave(const num<Real>& cycles) {
    const num<Real> p = cycles - cycles.floor() - Real(0.5);
    return Real(16) * p * (Real(0.5) - p.abs());
}

/// Wind at a place: waves that travel with it, so that neighbours feel nearly the same.
template <class Real>
JOUNCE_APART vec<Real> wind_at(const conditions_lanes<Real>& now, const vec<Real>& place) {
    const vec<Real> wind = load(now.wind);
    const vec<Real> phase = load(now.gust_phase);
    const num<Real> slow = wave<Real>(phase.x + dot(load(now.gust_axis[0]), place));
    const num<Real> fast = wave<Real>(phase.y + dot(load(now.gust_axis[1]), place));
    const num<Real> aside = wave<Real>(phase.z + dot(load(now.gust_axis[2]), place));
    const num<Real> gust = load(now.gust);
    const num<Real> along = gust * (Real(0.65) * slow + Real(0.35) * fast);
    return wind + along * wind + num<Real>(gust * aside) * load(now.across);
}

} // namespace jounce::JOUNCE_LEVEL
