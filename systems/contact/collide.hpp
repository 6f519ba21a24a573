#pragma once

// Pushing a spring's joint or bone out of one collider, eight lanes at a time.
//
// Each shape has its own function, which is not inlined. One function for all took minutes to
// compile, and passing values through memory costs little compared with the work of such a
// function.

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/systems/contact/box_shape.hpp>
#include <jounce/systems/contact/capsule_shape.hpp>
#include <jounce/systems/contact/collider_motion.hpp>

#include <limits>

namespace jounce::JOUNCE_LEVEL {

/// Depth of a contact and the direction out. In lanes without contact both are zero.
template <class Real> struct contact {
    vec<Real> normal;
    num<Real> depth;

    JOUNCE_INLINE vec<Real> out_of(const vec<Real>& given) const { return given + depth * normal; }
};

template <class Real> JOUNCE_INLINE rotation<Real> inverse(const rotation<Real>& q) {
    return {-q.x, -q.y, -q.z, q.w};
}

/// Nothing in lanes where the collider does not apply, or nothing was met.
template <class Real>
JOUNCE_INLINE contact<Real> contact_of(const lane_collider<Real>& collider, const vec<Real>& normal,
                                       const num<Real>& depth) {
    const mask<Real> met =
        less<Real>(splat(Real(0)), depth) & ~is_absent<Real>(load(collider.radius));
    return {only_where<Real>(met, normal), only_where<Real>(met, depth)};
}

/// A path is short up to this part of a shape's radius.
template <class Real> inline constexpr Real short_way = Real(0.25);

/// Pushes the end of a path out of a shape. From where the path enters it on, the plane that
/// touches there is the limit, whatever the speed; a path that starts inside ends where the surface
/// is nearest. So does a short path: it cannot lead to another side of a shape as round as
/// `roundness`. `slack` is how deep inside still counts as outside: rounding puts a ball at rest
/// there.
template <class Real, class Shape>
JOUNCE_INLINE touching_plane<Real> limit_of(const Shape& shape, const vec<Real>& from,
                                            const vec<Real>& to, const num<Real>& slack,
                                            const num<Real>& roundness) {
    const num<Real> longest = short_way<Real> * roundness;
    const vec<Real> whole = to - from;
    const mask<Real> is_short = less_equal<Real>(dot(whole, whole), longest * longest);
    if (all(is_short)) {
        return shape.nearest(to);
    }
    const path<Real> way = path_between(from, to);
    const num<Real> height = shape.distance(from);
    const mask<Real> outside = less<Real>(splat(Real(0)), height);
    const num<Real> entered = only_where<Real>(outside, shape.entry(way));
    const num<Real> t = where<Real>(less<Real>(height, -slack), splat(never<Real>), entered);
    const mask<Real> enters = less_equal<Real>(t, way.size) & ~is_short;
    const num<Real> safe = only_where<Real>(enters, t);
    return shape.nearest(where<Real>(enters, from + safe * way.along, to));
}

/// What `from` and `to` may be off by, plus a small part of the radius.
template <class Real>
JOUNCE_INLINE num<Real> slack_of(const vec<Real>& from, const vec<Real>& origin,
                                 const num<Real>& radius) {
    constexpr Real rounding = 16 * std::numeric_limits<Real>::epsilon();
    const num<Real> size = from.x.abs() + from.y.abs() + from.z.abs() + origin.x.abs() +
                           origin.y.abs() + origin.z.abs();
    return rounding * size + Real(1.0 / 64) * radius;
}

template <class Real>
JOUNCE_INLINE contact<Real> contact_of(const lane_collider<Real>& collider, const vec<Real>& move) {
    const vec<Real> normal = direction(move);
    return contact_of<Real>(collider, normal, dot(move, normal));
}

/// A ball or bone and its motion relative to a collider in a tick.
template <class Real> struct ball_path {
    vec<Real> from, to;
    num<Real> radius;
};

template <class Real> JOUNCE_INLINE num<Real> grown(const lane<Real>& radius, const num<Real>& by) {
    return (load(radius) + by).max(splat(Real(0)));
}

/// If the collider did not exist before, the side of the approach is unknown.
template <class Real>
JOUNCE_INLINE vec<Real> start_of(const lane_collider<Real>& before, const vec<Real>& start,
                                 const vec<Real>& end) {
    const mask<Real> absent = is_absent<Real>(load(before.radius));
    return any(absent) ? where<Real>(absent, end, start) : start;
}

template <class Real>
JOUNCE_APART contact<Real> leave_sphere(const lane_collider<Real>& before,
                                        const lane_collider<Real>& now,
                                        const ball_path<Real>& ball) {
    const vec<Real> origin = load(before.a);
    const vec<Real> end = ball.to - load(now.a);
    const vec<Real> start = start_of<Real>(before, ball.from - origin, end);
    const num<Real> size = grown(now.radius, ball.radius);
    const ball_shape<Real> shape = {size, start};
    const touching_plane<Real> limit =
        limit_of<Real>(shape, start, end, slack_of(ball.from, origin, size), size);
    return contact_of<Real>(now, limit.normal, -limit.distance(end));
}

template <class Real>
JOUNCE_APART contact<Real>
leave_capsule(const lane_collider<Real>& before, const lane_collider<Real>& now,
              const lane_collider_motion<Real>& motion, const ball_path<Real>& ball) {
    const vec<Real> end = ball.to - load(motion.origin);
    const vec<Real> was = rotate(load(motion.turn), ball.from - load(motion.origin_before));
    const vec<Real> start = start_of<Real>(before, was, end);
    const capsule_shape<Real> shape = shape_of(motion, ball.radius, start);
    const num<Real> slack =
        slack_of<Real>(ball.from, load(before.a), grown(now.radius, ball.radius));
    const num<Real> thinnest = shape.radius.min(shape.radius - shape.last * shape.sine);
    const touching_plane<Real> limit =
        limit_of<Real>(shape, start, end, slack, thinnest.max(splat(Real(0))));
    return contact_of<Real>(now, limit.normal, -limit.distance(end));
}

template <class Real>
JOUNCE_APART contact<Real> leave_box(const lane_collider<Real>& before,
                                     const lane_collider<Real>& now, const ball_path<Real>& ball) {
    const vec<Real> origin = load(before.a);
    const rotation<Real> turn = load(now.rotation);
    const vec<Real> end = rotate<Real>(inverse(turn), ball.to - load(now.a));
    const vec<Real> was = rotate<Real>(inverse<Real>(load(before.rotation)), ball.from - origin);
    const vec<Real> start = start_of(before, was, end);
    const num<Real> size = grown(now.radius, ball.radius);
    const box_shape<Real> shape = {load(now.half), size, start};
    const touching_plane<Real> limit =
        limit_of<Real>(shape, start, end, slack_of(ball.from, origin, size), splat(Real(0)));
    return contact_of<Real>(now, rotate(turn, limit.normal), -limit.distance(end));
}

/// The centre of a ball inside a collider may move in a shape of the same kind, smaller by the
/// ball's radius; if nothing is left of it, the ball goes to the centre. Nearest points of convex
/// shapes move no faster than what they are nearest to, so no path is needed here.
template <class Real>
JOUNCE_APART contact<Real> stay_in_sphere(const lane_collider<Real>& now, const vec<Real>& to,
                                          const num<Real>& radius) {
    const vec<Real> p = to - load(now.a);
    const ball_shape<Real> shape = {grown<Real>(now.radius, -radius), zero_vec<Real>()};
    const touching_plane<Real> wall = shape.nearest(p);
    return contact_of<Real>(now, Real(-1) * wall.normal, wall.distance(p));
}

template <class Real>
JOUNCE_APART contact<Real> stay_in_capsule(const lane_collider<Real>& now, const vec<Real>& to,
                                           const num<Real>& radius) {
    capsule_frame<Real> frame =
        frame_of<Real>(now, load(now.radius) - radius, load(now.radius_b) - radius);
    narrow(frame.shape);
    const vec<Real> p = to - frame.origin;
    const touching_plane<Real> wall = frame.shape.nearest(p);
    return contact_of<Real>(now, Real(-1) * wall.normal, wall.distance(p));
}

template <class Real>
JOUNCE_APART contact<Real> stay_in_box(const lane_collider<Real>& now, const vec<Real>& to,
                                       const num<Real>& radius) {
    const rotation<Real> turn = load(now.rotation);
    const vec<Real> p = rotate<Real>(inverse(turn), to - load(now.a));
    const num<Real> zero = splat(Real(0));
    const num<Real> room = load(now.radius) - radius;
    const num<Real> cut = (-room).max(zero);
    const vec<Real> half = load(now.half);
    const box_shape<Real> shape = {
        {(half.x - cut).max(zero), (half.y - cut).max(zero), (half.z - cut).max(zero)},
        room.max(zero),
        p};
    const touching_plane<Real> wall = shape.nearest(p);
    return contact_of<Real>(now, rotate<Real>(turn, Real(-1) * wall.normal), wall.distance(p));
}

/// A ball of `radius` that moved from `from` to `to` while the collider moved from `before` to `now`.
/// One that was outside stays on the side it came from, at any speed; one that was inside leaves by
/// the shortest way.
template <class Real>
JOUNCE_INLINE contact<Real>
collide_ball(const collider_traits& traits, const lane_collider<Real>& before,
             const lane_collider<Real>& now, lane_collider_motion<Real>& motion,
             const vec<Real>& from, const vec<Real>& to, const num<Real>& radius) {
    switch (traits.shape) {
    case collider_shape::sphere:
        return traits.inside ? stay_in_sphere(now, to, radius)
                             : leave_sphere<Real>(before, now, {from, to, radius});
    case collider_shape::capsule:
        if (traits.inside) {
            return stay_in_capsule(now, to, radius);
        }
        return leave_capsule<Real>(before, now, motion, {from, to, radius});
    case collider_shape::box:
        return traits.inside ? stay_in_box(now, to, radius)
                             : leave_box<Real>(before, now, {from, to, radius});
    case collider_shape::plane: break;
    }
    const vec<Real> normal = load(now.b);
    return contact_of<Real>(now, normal, radius - dot(normal, to - load(now.a)));
}

/// Turns a bone about its head until it is out of a shape, by moving its tail; both in the frame of
/// the shape. The head cannot move: how deep it is inside is subtracted from the penetration of the
/// bone, fading towards the tail. Two rounds, because another point may touch after turning.
/// @return how the tail moves
template <class Real, class Shape>
JOUNCE_INLINE vec<Real> turn_out(const Shape& shape, const vec<Real>& head, const vec<Real>& tail,
                                 const vec<Real>& sideways) {
    const num<Real> zero = splat(Real(0));
    const num<Real> one = splat(Real(1));
    const num<Real> sunk = (-shape.distance(head)).max(zero);
    vec<Real> move = zero_vec<Real>();
    for (int i = 0; i < 2; ++i) {
        const vec<Real> bone = (tail + move) - head;
        const num<Real> s = shape.deepest(head, bone);
        const vec<Real> p = head + s * bone;
        const touching_plane<Real> limit = shape.beside(head, bone, s, sideways);
        const num<Real> depth = (-limit.distance(p) - (one - s) * sunk).max(zero);
        const num<Real> lever = depth / s;
        move = move + lever * limit.normal;
    }
    return move;
}

/// Direction to turn to if a bone goes through the centre of a shape.
template <class Real>
JOUNCE_INLINE vec<Real> sideways_of(const vec<Real>& head, const vec<Real>& tail) {
    return upright<Real>(direction<Real>(tail - head, up<Real>()));
}

template <class Real>
JOUNCE_APART contact<Real> turn_from_sphere(const lane_collider<Real>& now, const vec<Real>& head,
                                            const vec<Real>& tail, const num<Real>& radius) {
    const vec<Real> a = load(now.a);
    const vec<Real> sideways = sideways_of(head, tail);
    const ball_shape<Real> shape = {grown(now.radius, radius), sideways};
    return contact_of<Real>(now, turn_out<Real>(shape, head - a, tail - a, sideways));
}

template <class Real>
JOUNCE_APART contact<Real>
turn_from_capsule(const lane_collider<Real>& now, const lane_collider_motion<Real>& motion,
                  const vec<Real>& head, const vec<Real>& tail, const num<Real>& radius) {
    const vec<Real> origin = load(motion.origin);
    const capsule_shape<Real> shape = shape_of(motion, radius, zero_vec<Real>());
    return contact_of<Real>(
        now, turn_out<Real>(shape, head - origin, tail - origin, sideways_of(head, tail)));
}

template <class Real>
JOUNCE_APART contact<Real> turn_from_box(const lane_collider<Real>& now, const vec<Real>& head,
                                         const vec<Real>& tail, const num<Real>& radius) {
    const vec<Real> a = load(now.a);
    const rotation<Real> turn = load(now.rotation);
    const rotation<Real> back = inverse(turn);
    const vec<Real> sideways = rotate<Real>(back, sideways_of(head, tail));
    const box_shape<Real> shape = {load(now.half), grown(now.radius, radius), sideways};
    const vec<Real> move =
        turn_out<Real>(shape, rotate<Real>(back, head - a), rotate<Real>(back, tail - a), sideways);
    return contact_of<Real>(now, rotate(turn, move));
}

/// The bone from head to tail as a capsule of `radius`; the contact's position is the new tail and
/// its depth how far the tail was moved. The length of the bone is not kept. For the inside of a
/// collider and for a plane the tail is enough: a straight bone leaves a convex region with one of
/// its ends.
template <class Real>
JOUNCE_INLINE contact<Real>
collide_bone(const collider_traits& traits, const lane_collider<Real>& before,
             const lane_collider<Real>& now, lane_collider_motion<Real>& motion,
             const vec<Real>& head, const vec<Real>& tail, const num<Real>& radius) {
    if (traits.inside || traits.shape == collider_shape::plane) {
        return collide_ball(traits, before, now, motion, tail, tail, radius);
    }
    switch (traits.shape) {
    case collider_shape::sphere: return turn_from_sphere(now, head, tail, radius);
    case collider_shape::capsule: return turn_from_capsule(now, motion, head, tail, radius);
    default: return turn_from_box(now, head, tail, radius);
    }
}

} // namespace jounce::JOUNCE_LEVEL
