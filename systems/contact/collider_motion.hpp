#pragma once

// How a collider moves in a tick, worked out once for all springs that may touch it. Kernel
// sources only.
//
// Most springs are far from most colliders. A comparison with a ball around the whole motion of a
// shape rules a contact out much more cheaply than following the path does. "Clear" is certain, so
// results do not depend on what is ruled out here.

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/systems/contact/capsule_shape.hpp>

#include <limits>

namespace jounce::JOUNCE_LEVEL {

/// A radius larger than any distance, whose square is still finite.
template <class Real> inline constexpr Real everywhere = Real(1e18);

template <class Real> JOUNCE_INLINE mask<Real> is_absent(const num<Real>& radius) {
    return less<Real>(radius, splat(Real(0.5) * Real(no_collider)));
}

/// The middle of a collider that has ends.
template <class Real>
JOUNCE_INLINE vec<Real> middle(const collider_traits& traits, const lane_collider<Real>& of) {
    const vec<Real> a = load(of.a);
    return traits.shape == collider_shape::capsule ? Real(0.5) * (a + load(of.b)) : a;
}

/// A collider seen as a ball around it: how large, how far it went, how far it turned (as a chord: a
/// place at distance d from the middle went d times that in its frame).
template <class Real> struct ball_around { num<Real> radius, half, moved, turned; };

template <class Real>
JOUNCE_INLINE ball_around<Real> around_capsule(const lane_collider<Real>& before,
                                               const lane_collider<Real>& now) {
    const vec<Real> a = load(now.a);
    const vec<Real> b = load(now.b);
    const vec<Real> span = b - a;
    const vec<Real> way_a = a - load(before.a);
    const vec<Real> way_b = b - load(before.b);
    const vec<Real> twist = way_b - way_a;
    const num<Real> size2 = dot(span, span).max(splat(Real(1e-30)));
    const num<Real> half = Real(0.5) * size2.sqrt();
    return {half + load(now.radius).max(load(now.radius_b)), half,
            dot(way_a, way_a).max(dot(way_b, way_b)).sqrt(),
            // Between two directions that are not of unit length: at most twice the change.
            Real(2) * (dot(twist, twist) / size2).sqrt()};
}

template <class Real>
JOUNCE_INLINE ball_around<Real> around_box(const lane_collider<Real>& before,
                                           const lane_collider<Real>& now) {
    const vec<Real> way = load(now.a) - load(before.a);
    const rotation<Real> q = load(now.rotation);
    const rotation<Real> p = load(before.rotation);
    const num<Real> cosine = q.x * p.x + q.y * p.y + q.z * p.z + q.w * p.w;
    const num<Real> sine2 = (splat(Real(1)) - cosine * cosine).max(splat(Real(0)));
    return {length<Real>(load(now.half)) + load(now.radius), splat(Real(0)), length(way),
            Real(2) * sine2.sqrt()};
}

/// Writes the ball outside of which a collider touches nothing. Seen from the collider's frame, a
/// point that moves from p0 to p has moved by |p - p0| + moved + turned * |p0 - origin| at most,
/// and is clear if |p - middle| is more than that and the radius; with |p0 - origin| <= |p -
/// middle| + half + |p - p0| + moved that is solved for |p - middle|.
template <class Real>
JOUNCE_INLINE void describe_reach(const collider_traits& traits, const lane_collider<Real>& before,
                                  const lane_collider<Real>& now, lane_collider_motion<Real>& out) {
    out.has_frame = false;
    const num<Real> one = splat(Real(1));
    const vec<Real> at = middle<Real>(traits, now);
    store(out.middle, at);
    if (traits.inside || traits.shape == collider_shape::plane) {
        store<Real>(out.reach, splat(everywhere<Real>));
        store<Real>(out.gain, one);
        return;
    }
    ball_around<Real> ball;
    if (traits.shape == collider_shape::sphere) {
        const num<Real> zero = splat(Real(0));
        ball = {load(now.radius), zero, length<Real>(at - load(before.a)), zero};
    } else if (traits.shape == collider_shape::capsule) {
        ball = around_capsule(before, now);
    } else {
        ball = around_box(before, now);
    }
    constexpr Real rounding = 64 * std::numeric_limits<Real>::epsilon();
    const num<Real> slack = rounding * (at.x.abs() + at.y.abs() + at.z.abs());
    const mask<Real> spins = less<Real>(splat(Real(0.5)), ball.turned);
    const mask<Real> absent = is_absent<Real>(load(now.radius));
    const num<Real> turned = where<Real>(spins, splat(Real(0.5)), ball.turned);
    const num<Real> share = one / (one - turned);
    const num<Real> way = (one + turned) * ball.moved + turned * ball.half;
    const auto reach_of = [&](const num<Real>& radius, const num<Real>& adds) {
        const num<Real> reach = share * (Real(1.01) * radius + adds) + slack;
        const num<Real> far = where<Real>(spins, splat(everywhere<Real>), reach);
        return where<Real>(absent, splat(-everywhere<Real>), far);
    };
    store<Real>(out.reach, reach_of(ball.radius, way));
    store<Real>(out.reach_beside, reach_of(ball.radius - ball.half, way + turned * ball.half));
    store<Real>(out.gain, (one + turned) * share);
}

/// The frames of a capsule at both ends of the tick, when the first spring comes near.
template <class Real>
JOUNCE_APART void describe_capsule(const lane_collider<Real>& before,
                                   const lane_collider<Real>& now,
                                   lane_collider_motion<Real>& out) {
    const capsule_frame<Real> frame = frame_of<Real>(now, load(now.radius), load(now.radius_b));
    const vec<Real> a = load(before.a);
    const vec<Real> b = load(before.b);
    const vec<Real> axis = direction<Real>(b - a, frame.shape.axis);
    const rotation<Real> arc = shortest_arc(axis, frame.shape.axis);
    const num<Real> zero = splat(Real(0));
    const rotation<Real> none = {zero, zero, zero, splat(Real(1))};
    store(out.turn, where<Real>(frame.swallowed, none, arc));
    store(out.origin, frame.origin);
    store(out.origin_before, where<Real>(frame.starts_at_b, b, a));
    store(out.axis, frame.shape.axis);
    store<Real>(out.length, frame.shape.last);
    store<Real>(out.radius, frame.shape.radius);
    store<Real>(out.sine, frame.shape.sine);
    store<Real>(out.cosine, frame.shape.cosine);
    store<Real>(out.tangent, frame.shape.tangent);
    out.has_frame = true;
}

/// The capsule for a ball: larger by its radius.
template <class Real>
JOUNCE_INLINE capsule_shape<Real> shape_of(const lane_collider_motion<Real>& motion,
                                           const num<Real>& radius, const vec<Real>& aside) {
    return {load(motion.axis),    splat(Real(0)),
            load(motion.length),  (load(motion.radius) + radius).max(splat(Real(0))),
            load(motion.sine),    load(motion.cosine),
            load(motion.tangent), aside};
}

/// Lanes in which a ball at `to` certainly does not meet the collider.
/// @param span  its radius and the length of its path
template <class Real>
JOUNCE_INLINE mask<Real> ball_is_clear(const lane_collider_motion<Real>& motion,
                                       const vec<Real>& to, const num<Real>& span) {
    const vec<Real> away = to - load(motion.middle);
    const num<Real> reach = (load(motion.reach) + load(motion.gain) * span).max(splat(Real(0)));
    return less<Real>(reach * reach, dot(away, away));
}

/// The same for a capsule whose frame is known, which rules out more lanes.
template <class Real>
JOUNCE_INLINE mask<Real> ball_is_beside(const lane_collider_motion<Real>& motion,
                                        const vec<Real>& to, const num<Real>& span) {
    const vec<Real> axis = load(motion.axis);
    const vec<Real> end = to - load(motion.origin);
    const num<Real> at = clamped<Real>(dot(end, axis), splat(Real(0)), load(motion.length));
    const vec<Real> away = end - at * axis;
    const num<Real> reach =
        (load(motion.reach_beside) + load(motion.gain) * span).max(splat(Real(0)));
    return less<Real>(reach * reach, dot(away, away));
}

/// Lanes in which the bone from head to tail, as thick as `radius`, does not meet it.
template <class Real>
JOUNCE_INLINE mask<Real> bone_is_clear(const lane_collider_motion<Real>& motion,
                                       const vec<Real>& head, const vec<Real>& tail,
                                       const num<Real>& radius) {
    const vec<Real> bone = tail - head;
    const vec<Real> towards = load(motion.middle) - head;
    const num<Real> share = dot(bone, towards) / dot(bone, bone).max(splat(Real(1e-30)));
    const num<Real> s = clamped<Real>(share, splat(Real(0)), splat(Real(1)));
    return ball_is_clear<Real>(motion, head + s * bone, radius);
}

} // namespace jounce::JOUNCE_LEVEL
