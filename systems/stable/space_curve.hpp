#pragma once

// The same as pose/space_motion.hpp, on the curves of poses between frames. Kernel sources only.

#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/pose/space_motion.hpp>
#include <jounce/systems/stable/curve.hpp>

namespace jounce::JOUNCE_LEVEL {

/// Speeds of the model space when the frame begins, in its axes at the end of the frame.
template <class Real> struct space_bow { vec<Real> turn, shift; };

/// Half the angle of the frame's turn, along its axis: the sine of it.
template <class Real> JOUNCE_INLINE vec<Real> way_of_turn(const rotation<Real>& turn) {
    return {turned_by_sign(turn.x, turn.w), turned_by_sign(turn.y, turn.w),
            turned_by_sign(turn.z, turn.w)};
}
template <class Real>
JOUNCE_INLINE space_bow<Real> space_bow_of(const environment_lanes<Real>& now,
                                           const carried_lanes<Real>& carried,
                                           const frame_ways<Real>& ways) {
    const rotation<Real> turn = load(now.turn);
    return {
        bow_of<Real>(ways, way_of_turn(turn), rotate(turn, load(carried.turn_rate)), wide2<Real>),
        bow_of<Real>(ways, load(now.shift), rotate(turn, load(carried.shift_rate)), ways.far2)};
}

template <class Real>
JOUNCE_INLINE rotation<Real> turn_left(const environment_lanes<Real>& now,
                                       const space_bow<Real>& bow, Real share) {
    const rotation<Real> turn = load(now.turn);
    const num<Real> left = splat(Real(1) - share);
    const vec<Real> off = bow_at<Real>(splat(share)) * bow.turn;
    return normalised(rotation<Real>{left * turn.x - turned_by_sign(off.x, turn.w),
                                     left * turn.y - turned_by_sign(off.y, turn.w),
                                     left * turn.z - turned_by_sign(off.z, turn.w),
                                     left * turn.w + turned_by_sign(splat(share), turn.w)});
}

/// The same with ways that are curved as those of poses are.
template <class Real>
JOUNCE_INLINE void add_motion(const environment_lanes<Real>& now, carried_lanes<Real>& carried,
                              const space_bow<Real>& bow, Real from, Real to) {
    const rotation<Real> until_end = conjugate(turn_left(now, bow, to));
    const rotation<Real> turn = until_end * turn_left(now, bow, from);
    const num<Real> more = bow_at<Real>(splat(to)) - bow_at<Real>(splat(from));
    const vec<Real> way = (to - from) * load(now.shift) + more * bow.shift;
    const num<Real> growth = splat(Real(1)) + (to - from) * (load(now.growth) - Real(1));
    const vec<Real> moved = growth * rotate(turn, load(carried.shift)) + rotate(until_end, way);
    store(carried.turn, normalised(turn * load(carried.turn)));
    store(carried.shift, moved);
    store<Real>(carried.growth, growth * load(carried.growth));
}

/// Keeps how fast the space is when the frame ends.
template <class Real>
JOUNCE_INLINE void end_motion(const environment_lanes<Real>& now, carried_lanes<Real>& carried,
                              const space_bow<Real>& bow, Real seconds) {
    const Real per_second = Real(1) / seconds;
    store(carried.turn_rate,
          per_second * (way_of_turn(load(now.turn)) - bow_left<Real> * bow.turn));
    store(carried.shift_rate, per_second * (load(now.shift) - bow_left<Real> * bow.shift));
}

} // namespace jounce::JOUNCE_LEVEL
