#pragma once

// How the space that a character's springs live in moves from tick to tick. Kernel sources only.

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/systems/simd/rotation_math.hpp>

namespace jounce::JOUNCE_LEVEL {

/// Remaining rotation from a time in the frame until its end.
template <class Real>
JOUNCE_INLINE rotation<Real> turn_left(const environment_lanes<Real>& now, Real share) {
    return mix<Real>(load(now.turn), no_turn<Real>(), splat(share));
}

/// Adds the model space's motion between two times of the frame to the motion that no tick has
/// applied.
template <class Real>
JOUNCE_INLINE void add_motion(environment_lanes<Real>& now, Real from, Real to) {
    const rotation<Real> until_end = conjugate(turn_left(now, to));
    const rotation<Real> turn = until_end * turn_left(now, from);
    const vec<Real> shift = (to - from) * rotate(until_end, load(now.shift));
    const num<Real> growth = splat(Real(1)) + (to - from) * (load(now.growth) - Real(1));
    const vec<Real> moved = growth * rotate(turn, load(now.carry_shift)) + shift;
    store(now.carry_turn, normalised(turn * load(now.carry_turn)));
    store(now.carry_shift, moved);
    store<Real>(now.carry_growth, growth * load(now.carry_growth));
}

template <class Real> JOUNCE_INLINE void forget_motion(environment_lanes<Real>& now) {
    const num<Real> zero = splat(Real(0));
    store(now.carry_turn, no_turn<Real>());
    store(now.carry_shift, vec<Real>{zero, zero, zero});
    store<Real>(now.carry_growth, splat(Real(1)));
}

} // namespace jounce::JOUNCE_LEVEL
