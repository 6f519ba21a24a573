#pragma once

// The reaction of loose bones when the animation changes its speed. Kernel sources only.
//
// They lag behind, and so the bones below them turn and shift relative to the animation. The
// animation imposes this, as it does its own motion; it is not energy that one spring gives to
// another, so the bound on that energy (`no_more_energy`) must exclude it. Otherwise every corner
// of the animation's path would open or close that bound, and motion would depend on where frames
// have corners.

#include <jounce/components/block/stable_scratch.hpp>
#include <jounce/systems/stable/walk.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

/// See `lane_recoil`.
template <class Real> struct recoil_at { vec<Real> turn, shift; };

/// Of the bones above, at the head of a bone below a spring.
template <class Real>
JOUNCE_INLINE recoil_at<Real> recoil_of(const basic_stable_scratch<Real>& walk,
                                        const walked_bone& at, const vec<Real>& head) {
    const lane_recoil<Real>& above = walk.recoil.data()[at.parent];
    const vec<Real> turn = load(above.turn);
    const vec<Real> arm = head - load(walk.now.bones.data()[at.parent].translation);
    return {turn, load(above.shift) + cross(turn, arm)};
}
template <class Real>
JOUNCE_INLINE void leave_recoil(basic_stable_scratch<Real>& walk, std::size_t at,
                                const recoil_at<Real>& recoil) {
    store(walk.recoil.data()[at].turn, recoil.turn);
    store(walk.recoil.data()[at].shift, recoil.shift);
}

/// The effect of the recoil of the bones above on a spring's tail, m/s, as far as the spring takes
/// part in their swing. Stores the recoil that this bone passes to the bones below.
/// @param loose  how much of a sudden speed is left in the way of the tick
/// @param gained  what the animation gave the tail in this tick, m/s
template <bool Below, class Real, class Spring>
JOUNCE_INLINE vec<Real>
pass_recoil(basic_stable_scratch<Real>& walk, std::size_t place, const walked_bone& walked,
            const Spring& spring, const spring_form& form, const num<Real>& loose,
            const vec<Real>& head, const vec<Real>& tail, const vec<Real>& gained) {
    const num<Real> zero = splat(Real(0));
    const vec<Real> arm = tail - head;
    recoil_at<Real> here = {{zero, zero, zero}, {zero, zero, zero}};
    vec<Real> felt = here.shift;
    if constexpr (Below) {
        here = recoil_of<Real>(walk, walked, head);
        felt = rest_of(spring.inherit) * (here.shift + cross(here.turn, arm));
    }
    if (walked.has_springs_below) {
        if (!form.pinned) { // those stay where the animation has them
            const vec<Real> behind = num<Real>(-loose) * (gained + felt);
            if (form.translates) {
                here.shift = here.shift + behind;
            } else {
                const num<Real> inverse = splat(Real(1)) / dot(arm, arm).max(splat(Real(1e-12)));
                here.turn = here.turn + inverse * cross(arm, behind);
            }
        }
        leave_recoil<Real>(walk, place, here);
    }
    return felt;
}

} // namespace jounce::JOUNCE_LEVEL
