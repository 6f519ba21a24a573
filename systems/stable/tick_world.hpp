#pragma once

// External influences on a block in one tick. Kernel sources only.

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/stable/walk.hpp>

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
    Real rate;      ///< ticks per second
    num<Real> unit; ///< a metre of the world in model space
    frame_ways<Real> ways;
};

template <class Real>
JOUNCE_INLINE vec<Real> carry(const tick_world<Real>& world, const vec<Real>& position) {
    return world.growth * (world.turning * position) + world.shift;
}

/// A smooth wave of period and amplitude 1.
template <class Real> JOUNCE_INLINE num<Real> wave(const num<Real>& cycles) {
    const num<Real> p = cycles - cycles.floor() - Real(0.5);
    return Real(16) * p * (Real(0.5) - p.abs());
}

/// Wind at a place: waves that travel with it, so that it is nearly the same for neighbours.
template <class Real>
JOUNCE_APART vec<Real> wind_at(const environment_lanes<Real>& now, vec<Real> place) {
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
