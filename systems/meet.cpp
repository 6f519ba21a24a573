// Part of tick and deflect, apart from them: see systems/detail/contacts.hpp.
#include <jounce/systems/detail/contacts.hpp>

#include <jounce/systems/detail/bounds.hpp>
#include <jounce/systems/detail/clear_of.hpp>
#include <jounce/systems/detail/collide.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// The middle of a collider that has ends, for telling how fast it moves.
template <class Real>
JOUNCE_INLINE vec<Real> middle(const collider_traits& traits, const lane_collider<Real>& of) {
    const vec<Real> a = load(of.a);
    return traits.shape == collider_shape::capsule ? Real(0.5) * (a + load(of.b)) : a;
}

template <class Real>
JOUNCE_INLINE vec<Real> velocity_of(const collider_traits& traits,
                                    const lane_collider<Real>& before,
                                    const lane_collider<Real>& now, const meeting<Real>& at) {
    const vec<Real> carried =
        load(at.carry.scale) * rotate(load(at.carry.rotation), middle<Real>(traits, before)) +
        load(at.carry.translation);
    return at.rate * (middle<Real>(traits, now) - carried);
}

/// Takes from a velocity what leads into a collider, and what friction holds.
template <class Real>
JOUNCE_INLINE vec<Real> slide(const contact<Real>& touch, const vec<Real>& velocity,
                              const vec<Real>& of_collider, Real friction, Real rate) {
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

template <class Real>
JOUNCE_INLINE void take(const contact<Real>& touch, const vec<Real>& of_collider, Real friction,
                        meeting<Real>& at) {
    store(at.velocity, slide<Real>(touch, load(at.velocity), of_collider, friction, at.rate));
    store(at.tail, touch.position);
}

/// Once around all colliders; gives how far each lane was pushed.
template <class Real>
num<Real> push_out(const basic_block_colliders<Real>& all, const stable_spring<Real>& spring,
                   meeting<Real>& at) noexcept {
    num<Real> pushed = splat(Real(0));
    const num<Real> radius = splat(spring.radius);
    const std::size_t count = all.traits.size();
    for (std::size_t c = 0; c < count; ++c) {
        const collider_traits& traits = all.traits.data()[c];
        if ((traits.groups & spring.collides_with) == 0) {
            continue;
        }
        const lane_collider<Real>& before = all.tick_start.data()[c];
        const lane_collider<Real>& now = all.tick_end.data()[c];
        if (!is_clear_of<Real>(traits, before, now, load(at.from), load(at.tail), radius)) {
            const contact<Real> ball =
                collide_ball<Real>(traits, before, now, load(at.from), load(at.tail), radius);
            if (any(less<Real>(splat(Real(0)), ball.depth))) {
                take<Real>(ball, velocity_of<Real>(traits, before, now, at), spring.friction, at);
                pushed += ball.depth;
            }
        }
        if (spring.collide_segment && !traits.inside) {
            const contact<Real> bone =
                collide_bone<Real>(traits, now, load(at.head), load(at.tail), radius);
            if (any(less<Real>(splat(Real(0)), bone.depth))) {
                take<Real>(bone, velocity_of<Real>(traits, before, now, at), spring.friction, at);
                pushed += bone.depth;
            }
        }
    }
    return pushed;
}

/// Back within length and limit, which a push may have broken.
template <class Real>
void put_back(const stable_spring<Real>& spring, const num<Real>& pushed,
              meeting<Real>& at) noexcept {
    const mask<Real> touched = less<Real>(splat(Real(0)), pushed);
    const vec<Real> head = load(at.head);
    const rotation<Real> turn = load(at.frame_turn);
    const vec<Real> arm =
        load(at.frame_inverse_size) * rotate(conjugate(turn), load(at.tail) - head);
    const num<Real> zero = splat(Real(0));
    const spring_motion<Real> put = within_bounds<Real>(
        spring, {unbend<Real>(spring, arm), {zero, zero, zero}}, splat(Real(1)));
    const bent_bone<Real> bent = bend<Real>(spring, put.deflection);
    const vec<Real> tail = head + load(at.frame_size) * rotate(turn, bent.tail);
    store(at.deflection, where<Real>(touched, put.deflection, load(at.deflection)));
    store(at.bent_turn, where<Real>(touched, bent.turn, load(at.bent_turn)));
    store(at.bent_tail, where<Real>(touched, bent.tail, load(at.bent_tail)));
    store<Real>(at.bent_stretch, where<Real>(touched, bent.stretch, load(at.bent_stretch)));
    store(at.tail, where<Real>(touched, tail, load(at.tail)));
}

/// How often a spring is pushed out and put back: keeping its length may lead back in.
constexpr int rounds = 6;

} // namespace

template <class Real>
bool meet_colliders(const basic_block_colliders<Real>& all, const stable_spring<Real>& spring,
                    meeting<Real>& at) noexcept {
    num<Real> far = splat(Real(0));
    int round = 0;
    for (; round < rounds; ++round) {
        const num<Real> pushed = push_out<Real>(all, spring, at);
        if (!any(less<Real>(splat(Real(0)), pushed))) {
            break;
        }
        put_back<Real>(spring, pushed, at);
        far += pushed;
    }
    if (round == 0) {
        return false;
    }
    store<Real>(at.pushed, far);
    return true;
}

template bool meet_colliders(const basic_block_colliders<float>&, const stable_spring<float>&,
                             meeting<float>&) noexcept;
#if JOUNCE_LEVEL_HAS_DOUBLE
template bool meet_colliders(const basic_block_colliders<double>&, const stable_spring<double>&,
                             meeting<double>&) noexcept;
#endif

} // namespace jounce::JOUNCE_LEVEL
