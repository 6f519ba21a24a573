#pragma once

// How the space that a character's springs live in moves from tick to tick. Kernel sources only.

#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/systems/simd/rotation_math.hpp>

namespace jounce::JOUNCE_LEVEL {

/// Above 0 in lanes whose springs are to be carried along rigidly: asked for in this frame, or earlier without a
/// tick since.
template <class Real>
JOUNCE_INLINE num<Real> jump_of(const environment_lanes<Real>& now,
                                const carried_lanes<Real>& carried) {
    return load(now.jump).max(load(carried.jump));
}

/// Remaining rotation from a time in the frame until its end.
template <class Real>
JOUNCE_INLINE rotation<Real> turn_left(const environment_lanes<Real>& now, Real share) {
    return mix<Real>(load(now.turn), no_turn<Real>(), splat(share));
}

/// Adds the model space's motion between two times of the frame to the motion that no tick has
/// applied.
template <class Real>
JOUNCE_INLINE void add_motion(const environment_lanes<Real>& now, carried_lanes<Real>& carried,
                              Real from, Real to) {
    const rotation<Real> until_end = conjugate(turn_left(now, to));
    const rotation<Real> turn = until_end * turn_left(now, from);
    const vec<Real> shift = (to - from) * rotate(until_end, load(now.shift));
    const num<Real> growth = splat(Real(1)) + (to - from) * (load(now.growth) - Real(1));
    const vec<Real> moved = growth * rotate(turn, load(carried.shift)) + shift;
    store(carried.turn, normalised(turn * load(carried.turn)));
    store(carried.shift, moved);
    store<Real>(carried.growth, growth * load(carried.growth));
}

template <class Real> JOUNCE_INLINE void forget_motion(carried_lanes<Real>& carried) {
    const num<Real> zero = splat(Real(0));
    store(carried.turn, no_turn<Real>());
    store(carried.shift, vec<Real>{zero, zero, zero});
    store<Real>(carried.growth, splat(Real(1)));
}

} // namespace jounce::JOUNCE_LEVEL
