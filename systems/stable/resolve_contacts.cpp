// Part of tick and stable_pose, apart from them: see systems/stable/contacts.hpp.
#include <jounce/systems/stable/contacts.hpp>

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/systems/contact/collide.hpp>
#include <jounce/systems/stable/bounds.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// Takes from a velocity what leads into a collider, and what friction holds.
template <class Real, class Friction>
JOUNCE_INLINE vec<Real> slide(const contact<Real>& touch, const vec<Real>& velocity,
                              const vec<Real>& of_collider, const Friction& friction, Real rate) {
    const vec<Real> relative = velocity - of_collider;
    const num<Real> normal = dot(relative, touch.normal);
    const vec<Real> along = relative - normal * touch.normal;
    const num<Real> speed = length(along);
    // What the push would have been as a velocity is what presses the two together.
    const num<Real> held = friction * rate * touch.depth;
    const num<Real> kept = (splat(Real(1)) - held / speed.max(Real(1e-12))).max(Real(0));
    const vec<Real> after =
        of_collider + kept * along + num<Real>(normal.max(Real(0))) * touch.normal;
    const mask<Real> touched = less<Real>(splat(Real(0)), touch.depth);
    return where<Real>(touched, after, velocity);
}

/// Which lanes are moved, and by what.
template <class Real> struct still_moved {
    mask<Real> rests;    ///< these not any more
    num<Real> tolerance; ///< contacts that are not deeper are none
};

/// Applies a contact in the lanes that are still moved. Returns how deep it was.
/// @param move  of the tail, per depth
template <class Real, class Friction>
JOUNCE_INLINE num<Real>
take(const contact<Real>& touch, const vec<Real>& move, const lane_collider_motion<Real>& collider,
     const still_moved<Real>& who, const Friction& friction, meeting<Real>& at) {
    const mask<Real> deep = less<Real>(who.tolerance, touch.depth) & ~who.rests;
    const contact<Real> taken = {touch.normal, only_where<Real>(deep, touch.depth)};
    if (any(deep)) {
        store(at.velocity,
              slide<Real>(taken, load(at.velocity), load(collider.velocity), friction, at.rate));
        store(at.tail, load(at.tail) + taken.depth * move);
    }
    return taken.depth;
}

/// The way out for the tail of a bone that keeps its length: it turns about its head, so far that the
/// way has the depth along the normal. Straight out and then back to its length it would come out only
/// by the sine squared of the angle between the two, round after round.
template <class Real>
JOUNCE_INLINE vec<Real> turning_out(const vec<Real>& normal, const vec<Real>& arm) {
    const num<Real> along = dot(normal, arm);
    const num<Real> part = along / dot(arm, arm).max(splat(Real(1e-30)));
    const num<Real> sine2 = splat(Real(1)) - along * part;
    // Where the bone points straight at the collider there is hardly a way out.
    return num<Real>(splat(Real(1)) / sine2.max(Real(0.25))) * (normal - part * arm);
}

/// A collider of the block in the course of a tick.
template <class Real> struct moving_collider {
    const collider_traits& traits;
    const lane_collider<Real>& before;
    const lane_collider<Real>& now;
    lane_collider_motion<Real>& motion;

    /// Works its frame out when it is needed first.
    JOUNCE_INLINE void find_frame() const {
        if (traits.shape == collider_shape::capsule && !motion.has_frame) {
            describe_capsule(before, now, motion);
        }
    }
};

template <class Real, class Spring>
JOUNCE_INLINE num<Real> push_ball(const moving_collider<Real>& by, const Spring& spring,
                                  const num<Real>& span, const still_moved<Real>& who,
                                  meeting<Real>& at) {
    const num<Real> radius = value(spring.radius);
    const vec<Real> from = load(at.from);
    const vec<Real> to = load(at.tail);
    if (all(who.rests | ball_is_clear<Real>(by.motion, to, span))) {
        return splat(Real(0));
    }
    if (by.traits.shape == collider_shape::capsule && !by.traits.inside) {
        by.find_frame();
        if (all(who.rests | ball_is_beside<Real>(by.motion, to, span))) {
            return splat(Real(0));
        }
    }
    const contact<Real> touch =
        collide_ball<Real>(by.traits, by.before, by.now, by.motion, from, to, radius);
    const vec<Real> move =
        spring.fixed_length ? turning_out<Real>(touch.normal, to - load(at.head)) : touch.normal;
    return take<Real>(touch, move, by.motion, who, value(spring.friction), at);
}

template <class Real, class Spring>
JOUNCE_INLINE num<Real> push_bone(const moving_collider<Real>& by, const Spring& spring,
                                  const still_moved<Real>& who, meeting<Real>& at) {
    const num<Real> radius = value(spring.radius);
    const vec<Real> head = load(at.head);
    const vec<Real> tail = load(at.tail);
    if (all(who.rests | bone_is_clear<Real>(by.motion, head, tail, radius))) {
        return splat(Real(0));
    }
    by.find_frame();
    const contact<Real> touch =
        collide_bone<Real>(by.traits, by.before, by.now, by.motion, head, tail, radius);
    return take<Real>(touch, touch.normal, by.motion, who, value(spring.friction), at);
}

/// Once around all colliders; gives how far each lane was pushed.
template <class Real, class Spring>
num<Real> push_out(basic_block_colliders<Real>& all, const Spring& spring,
                   const still_moved<Real>& who, meeting<Real>& at) noexcept {
    const num<Real> zero = splat(Real(0));
    num<Real> pushed = zero;
    const auto span_of = [&] {
        return length<Real>(load(at.tail) - load(at.from)) + num<Real>(value(spring.radius));
    };
    num<Real> span = span_of();
    const std::size_t count = all.traits.size();
    for (std::size_t c = 0; c < count; ++c) {
        const collider_traits& traits = all.traits.data()[c];
        if ((traits.groups & spring.collides_with) == 0) {
            continue;
        }
        const moving_collider<Real> by = {traits, all.tick_start.data()[c], all.tick_end.data()[c],
                                          all.motions.data()[c]};
        num<Real> moved = push_ball<Real>(by, spring, span, who, at);
        if (spring.collide_segment && !traits.inside) {
            moved += push_bone<Real>(by, spring, who, at);
        }
        if (any(less<Real>(zero, moved))) {
            pushed += moved;
            span = span_of();
        }
    }
    return pushed;
}

/// Back within length and limit, which a push may have broken.
template <class Real, class Spring>
void put_back(const Spring& spring, const num<Real>& pushed, meeting<Real>& at) noexcept {
    const mask<Real> touched = less<Real>(splat(Real(0)), pushed);
    const vec<Real> head = load(at.head);
    const rotation<Real> turn = load(at.frame_turn);
    const vec<Real> arm =
        load(at.frame_inverse_size) * rotate(conjugate(turn), load(at.tail) - head);
    const vec<Real> put = within_bounds<Real>(spring, unbend<Real>(spring, arm));
    const bent_bone<Real> bent = bend<Real>(spring, put);
    const vec<Real> tail = head + load(at.frame_size) * rotate(turn, bent.tail);
    store(at.deflection, where<Real>(touched, put, load(at.deflection)));
    store(at.bent_turn, where<Real>(touched, bent.turn, load(at.bent_turn)));
    store(at.bent_tail, where<Real>(touched, bent.tail, load(at.bent_tail)));
    store<Real>(at.bent_stretch, where<Real>(touched, bent.stretch, load(at.bent_stretch)));
    store(at.tail, where<Real>(touched, tail, load(at.tail)));
}

/// How often a spring is pushed out and put back: keeping its length may lead back in.
constexpr int rounds = 6;

/// A round that moves the tail by less than this, in bone lengths, is the last, and so is one that finds
/// it in no deeper: between a collider and a limit there may be no place that is right.
template <class Real> constexpr Real settled = Real(1e-4);

} // namespace

template <class Real, class Spring>
bool resolve_contacts(basic_block_colliders<Real>& all, const Spring& spring,
                      meeting<Real>& at) noexcept {
    const num<Real> zero = splat(Real(0));
    // Each lane settles by itself: its result does not depend on other lanes.
    still_moved<Real> who = {less<Real>(zero, zero), zero};
    num<Real> far = zero;
    const num<Real> least = settled<Real> * load(at.frame_size);
    int round = 0;
    for (; round < rounds; ++round) {
        const vec<Real> was = load(at.tail);
        const num<Real> pushed = push_out<Real>(all, spring, who, at);
        if (!any(less<Real>(zero, pushed))) {
            break;
        }
        put_back<Real>(spring, pushed, at);
        far += pushed;
        const vec<Real> way = load(at.tail) - was;
        who.rests = who.rests | less_equal<Real>(dot(way, way), least * least);
        who.tolerance = least; // after the bounds it may be inside by this much
    }
    if (round == 0) {
        return false;
    }
    store<Real>(at.pushed, far);
    return true;
}

template bool resolve_contacts(basic_block_colliders<float>&, const stable_spring<float>&,
                               meeting<float>&) noexcept;
template bool resolve_contacts(basic_block_colliders<float>&, const strand_spring<float>&,
                               meeting<float>&) noexcept;
#if JOUNCE_LEVEL_HAS_DOUBLE
template bool resolve_contacts(basic_block_colliders<double>&, const stable_spring<double>&,
                               meeting<double>&) noexcept;
template bool resolve_contacts(basic_block_colliders<double>&, const strand_spring<double>&,
                               meeting<double>&) noexcept;
#endif

} // namespace jounce::JOUNCE_LEVEL
