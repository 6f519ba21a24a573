#pragma once

// A spring among the colliders of its block. Kernel sources only.

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/systems/contact/collider_motion.hpp>
#include <jounce/systems/stable/walk.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

/// A spring that meets colliders, passed through memory: most springs of most characters touch
/// nothing, and the kernels stay small without the code for those that do.
template <class Real> struct meeting {
    lane_vec3<Real> head;
    lane_vec3<Real> from; ///< where the tail was at the last tick
    lane_vec3<Real> tail;
    lane_vec3<Real> velocity;
    Real rate = 0;              ///< ticks per second; 0: the velocity is not needed
    lane_quat<Real> frame_turn; ///< of `spring_frame`
    lane<Real> frame_size;
    lane<Real> frame_inverse_size;
    lane_vec3<Real> deflection; ///< this and the following: input and output

    lane_quat<Real> bent_turn;
    lane_vec3<Real> bent_tail;
    lane<Real> bent_stretch;
    lane<Real> pushed; ///< total push, if `resolve_contacts` returns true
};

template <class Real>
JOUNCE_INLINE void describe(meeting<Real>& at, const vec<Real>& head, const vec<Real>& tail,
                            const spring_frame<Real>& frame, const vec<Real>& deflection,
                            const bent_bone<Real>& bent) {
    store(at.head, head);
    store(at.tail, tail);
    store(at.frame_turn, frame.turn);
    store<Real>(at.frame_size, frame.size);
    store<Real>(at.frame_inverse_size, frame.inverse_size);
    store(at.deflection, deflection);
    store(at.bent_turn, bent.turn);
    store(at.bent_tail, bent.tail);
    store<Real>(at.bent_stretch, bent.stretch);
}
template <class Real> JOUNCE_INLINE bent_bone<Real> bent_of(const meeting<Real>& at) {
    return {load(at.bent_turn), load(at.bent_tail), load(at.bent_stretch)};
}

/// Pushes a tail (or its whole bone) out of every collider of its groups, back within its bounds,
/// and removes from its velocity the part that led in and the part that friction stops. False if
/// nothing was touched in any lane. Lanes that touch nothing keep every bit. Defined in
/// systems/stable/resolve_contacts.cpp.
template <class Real, class Spring>
bool resolve_contacts(basic_block_colliders<Real>& all, const Spring& spring,
                      meeting<Real>& at) noexcept;
extern template bool resolve_contacts(basic_block_colliders<float>&, const stable_spring<float>&,
                                      meeting<float>&) noexcept;
extern template bool resolve_contacts(basic_block_colliders<double>&, const stable_spring<double>&,
                                      meeting<double>&) noexcept;
extern template bool resolve_contacts(basic_block_colliders<float>&, const strand_spring<float>&,
                                      meeting<float>&) noexcept;
extern template bool resolve_contacts(basic_block_colliders<double>&, const strand_spring<double>&,
                                      meeting<double>&) noexcept;

/// Whether a spring could meet any collider at all.
template <class Real, class Spring>
JOUNCE_INLINE bool is_near_colliders(const basic_block_colliders<Real>& of, const Spring& spring,
                                     const vec<Real>& head, const vec<Real>& from,
                                     const vec<Real>& tail) {
    const std::size_t count = of.traits.size();
    if (count == 0 || spring.collides_with == 0) {
        return false;
    }
    const num<Real> radius = value(spring.radius);
    const num<Real> span = length<Real>(tail - from) + radius;
    for (std::size_t c = 0; c < count; ++c) {
        const lane_collider_motion<Real>& motion = of.motions.data()[c];
        if ((of.traits.data()[c].groups & spring.collides_with) != 0 &&
            (!all(ball_is_clear<Real>(motion, tail, span)) ||
             (spring.collide_segment && !all(bone_is_clear<Real>(motion, head, tail, radius))))) {
            return true;
        }
    }
    return false;
}

/// Counts the lanes in which a spring was pushed.
template <class Real>
JOUNCE_INLINE void count_contacts(const meeting<Real>& at, basic_block_colliders<Real>& of) {
    for (int i = 0; i < lane_count; ++i) {
        of.contacts[static_cast<std::size_t>(i)] += at.pushed.v[i] > 0 ? 1U : 0U;
    }
}

/// Moves the colliders to where they are when `share` of the frame has passed.
/// @param velocity  of a place of the model, from where it was and is
template <class Real, class Velocity>
JOUNCE_INLINE void place_colliders(basic_block_colliders<Real>& all, const num<Real>& share,
                                   Velocity&& velocity) {
    const std::size_t count = all.traits.size();
    for (std::size_t c = 0; c < count; ++c) {
        const lane_collider<Real>& a = all.frame_start.data()[c];
        const lane_collider<Real>& b = all.frame_end.data()[c];
        lane_collider<Real>& out = all.tick_end.data()[c];
        out = b;
        store(out.a, mix<Real>(load(a.a), load(b.a), share));
        store(out.b, mix<Real>(load(a.b), load(b.b), share));
        const collider_traits& traits = all.traits.data()[c];
        if (traits.shape == collider_shape::box) {
            store(out.rotation, mix<Real>(load(a.rotation), load(b.rotation), share));
        }
        const lane_collider<Real>& before = all.tick_start.data()[c];
        lane_collider_motion<Real>& motion = all.motions.data()[c];
        describe_reach<Real>(traits, before, out, motion);
        // The velocity of a collider that did not exist before is unknown.
        store(motion.velocity,
              where<Real>(is_absent<Real>(load(before.radius)), zero_vec<Real>(),
                          velocity(middle<Real>(traits, before), load(motion.middle))));
    }
}

} // namespace jounce::JOUNCE_LEVEL
