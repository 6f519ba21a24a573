#pragma once

// An addition to the specification: tails end every tick outside of their colliders. Kernel sources
// only.
//
// A tail keeps its length, so it moves on a sphere about its head. The part of it that a sphere, a
// plane or one point of a capsule's axis leaves free is a cap: all directions within an angle of
// some pole. The way out is a turn to the edge of the cap, exact and without a transcendental
// function; if that leads into the collider of the step before, it is one of the two points where
// the edges meet.

#include <jounce/systems/vrm/vrm_meet.hpp>

#include <array>
#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

template <class Real> JOUNCE_INLINE mask<Real> both(const mask<Real>& a, const mask<Real>& b) {
    return ~(~a | ~b);
}

/// Unit directions u with dot(u, pole) >= height.
template <class Real> struct free_cap {
    vec<Real> pole;
    num<Real> height;
};

/// One spring among its colliders.
template <class Real> class vrm_way_out {
public:
    JOUNCE_INLINE vrm_way_out(const vrm_view<Real>& block, const vrm_spring<Real>& spring,
                              const vrm_reach<Real>& reach, const num<Real>& unit)
        : block_(block), spring_(spring), reach_(reach), hit_radius_(reach.hit_radius),
          // A depth that rounding alone can cause does not count as inside.
          slack_(Real(2e-6) * unit.max(length(reach.head) + reach.size)) {}

    /// Rounds of turns until nothing is hit. If a tail is still inside, the same again from the
    /// best place that pairs of colliders leave.
    JOUNCE_INLINE vec<Real> operator()(vec<Real> tail, std::int32_t rounds) const {
        for (int attempt = 0; attempt < 2; ++attempt) {
            if (attempt > 0) {
                tail = jump(tail);
            }
            if (!turn(tail, rounds)) {
                break;
            }
        }
        return tail;
    }

private:
    /// Caps whose pairs are tried. More would take long, and few tails touch as many.
    static constexpr std::size_t most_caps = 16;

    struct choice {
        vec<Real> tail;
        num<Real> depth;
        num<Real> nearness; ///< cosine of the turn; above 1: has not moved
        vec<Real> from;
    };

    /// Of one collider, whose axis has a point at `nearest`. Without a way out (a collider about the
    /// head, a bone without length) the cap is all directions.
    JOUNCE_INLINE free_cap<Real> cap_of(std::size_t index, const vec<Real>& nearest) const {
        const vrm_collider<Real>& body = block_.set.colliders.data()[index];
        const lane_vrm_collider<Real>& at = block_.walk.colliders.data()[index];
        const num<Real> none = splat(Real(-2));
        const num<Real> one = splat(Real(1));
        free_cap<Real> out;
        num<Real> divisor;
        if (body.shape == vrm_shape::plane) {
            out.pole = load(at.arm);
            divisor = reach_.size;
            out.height = hit_radius_ - dot(reach_.head - load(at.at), out.pole);
        } else {
            const vec<Real> way = nearest - reach_.head;
            const num<Real> distance = length(way);
            const num<Real> radius = body.inside ? num<Real>(load(at.radius) - hit_radius_)
                                                 : num<Real>(load(at.radius) + hit_radius_);
            const num<Real> sign = splat(body.inside ? Real(1) : Real(-1));
            out.pole = num<Real>(sign * safe_inverse(distance)) * way;
            divisor = Real(2) * reach_.size * distance;
            out.height =
                sign * (reach_.size * reach_.size + (distance - radius) * (distance + radius));
        }
        const mask<Real> hopeless = less_equal<Real>(divisor, splat(Real(1e-12)));
        out.height = where<Real>(hopeless, none, out.height / where<Real>(hopeless, one, divisor));
        return out;
    }

    /// The nearest direction within a cap, for one outside of it. A cap of nothing counts as its pole.
    JOUNCE_INLINE vec<Real> edge(const free_cap<Real>& cap, const vec<Real>& u) const {
        const num<Real> zero = splat(Real(0));
        const num<Real> one = splat(Real(1));
        vec<Real> side = u - dot(u, cap.pole) * cap.pole;
        const mask<Real> opposite = less<Real>(dot(side, side), splat(Real(1e-8)));
        if (any<Real>(opposite)) { // any side is as near
            const mask<Real> along_x = less<Real>(splat(Real(0.6)), cap.pole.x.abs());
            const vec<Real> helper = {where<Real>(along_x, zero, one),
                                      where<Real>(along_x, one, zero), zero};
            side = where<Real>(opposite, helper - dot(helper, cap.pole) * cap.pole, side);
        }
        const num<Real> height = cap.height.max(Real(-1)).min(one);
        const num<Real> sine = (one - height * height).max(zero).sqrt();
        return height * cap.pole + num<Real>(sine * safe_inverse(length(side))) * side;
    }

    /// Where the edges of two caps meet, on the side of `sign`.
    /// @return whether they do
    JOUNCE_INLINE mask<Real> corner(const free_cap<Real>& a, const free_cap<Real>& b,
                                    const vec<Real>& axis, const num<Real>& sign,
                                    vec<Real>& out) const {
        const num<Real> zero = splat(Real(0));
        const num<Real> one = splat(Real(1));
        const num<Real> c = dot(a.pole, b.pole);
        const num<Real> sine2 = dot(axis, axis);
        const mask<Real> apart = less<Real>(splat(Real(1e-8)), sine2);
        const num<Real> inverse = one / where<Real>(apart, sine2, one);
        const num<Real> height_a = a.height.min(one);
        const num<Real> height_b = b.height.min(one);
        const vec<Real> middle = num<Real>((height_a - c * height_b) * inverse) * a.pole +
                                 num<Real>((height_b - c * height_a) * inverse) * b.pole;
        const num<Real> left = one - dot(middle, middle);
        out = middle + num<Real>(sign * (left.max(zero) * inverse).sqrt()) * axis;
        return both<Real>(apart, less_equal<Real>(zero, left));
    }

    /// @return whether the last round still hit something
    JOUNCE_INLINE bool turn(vec<Real>& tail, std::int32_t rounds) const {
        const num<Real> zero = splat(Real(0));
        free_cap<Real> last = {{zero, zero, zero}, splat(Real(-2))};
        while (rounds-- > 0) {
            if (!turn_once(tail, last)) {
                return false;
            }
        }
        return true;
    }

    /// @return whether any collider turned the tail
    JOUNCE_INLINE bool turn_once(vec<Real>& tail, free_cap<Real>& last) const {
        const num<Real> one = splat(Real(1));
        bool turned = false;
        for (std::size_t c = 0; c < count(); ++c) {
            const vrm_gap<Real> gap = gap_of(c, tail);
            mask<Real> hit = less<Real>(gap.distance, -slack_);
            if (!any<Real>(hit)) {
                continue;
            }
            const free_cap<Real> cap = cap_of(contact(c), gap.nearest);
            hit = both<Real>(hit, less<Real>(splat(Real(-1)), cap.height));
            if (leaves_no_room_beyond_one(contact(c))) {
                hit = both<Real>(hit, less<Real>(cap.height, one));
            }
            vec<Real> to = edge(cap, unit_or<Real>(tail - reach_.head, reach_.rest));
            const mask<Real> back =
                both<Real>(hit, less<Real>(dot(to, last.pole), last.height - Real(1e-6)));
            if (any<Real>(back)) {
                const vec<Real> axis = cross(cap.pole, last.pole);
                const num<Real> sign =
                    where<Real>(less<Real>(dot(to, axis), splat(Real(0))), -one, one);
                vec<Real> between;
                const mask<Real> meet = corner(cap, last, axis, sign, between);
                to = where<Real>(both<Real>(back, meet), between, to);
            }
            tail = where<Real>(hit, reach_(reach_.head + reach_.size * to), tail);
            last.pole = where<Real>(hit, cap.pole, last.pole);
            last.height = where<Real>(hit, cap.height, last.height);
            turned = turned || any<Real>(hit);
        }
        return turned;
    }

    /// Whether a height above 1 means that all directions are inside, as often where a head is in its
    /// own collider: no turn helps, and what the specification's push has done is left. (To the inside
    /// of a capsule another point of its axis may be nearer.)
    JOUNCE_INLINE bool leaves_no_room_beyond_one(std::size_t index) const {
        const vrm_collider<Real>& body = block_.set.colliders.data()[index];
        return body.shape != vrm_shape::capsule || !body.inside;
    }

    /// Moves a tail to the nearest free edge or corner of caps, or to the least deep one if none is
    /// free. A tail no deeper than the promised bound stays.
    JOUNCE_INLINE vec<Real> jump(const vec<Real>& tail) const {
        const num<Real> one = splat(Real(1));
        choice best = {tail, depth(tail), splat(Real(2)),
                       unit_or<Real>(tail - reach_.head, reach_.rest)};
        const mask<Real> held = less<Real>(Real(10) * slack_, best.depth);
        if (!any<Real>(held)) {
            return tail;
        }
        std::array<free_cap<Real>, most_caps> caps;
        std::size_t found = 0;
        for (std::size_t c = 0; c < count() && found < most_caps; ++c) {
            add_caps(c, tail, caps, found);
        }
        for (std::size_t i = 0; i < found; ++i) {
            consider(held, edge(caps[i], best.from), best);
            for (std::size_t j = 0; j < i; ++j) {
                const vec<Real> axis = cross(caps[i].pole, caps[j].pole);
                for (const Real sign : {Real(-1), Real(1)}) {
                    vec<Real> to;
                    const mask<Real> meet =
                        both<Real>(held, corner(caps[i], caps[j], axis, sign * one, to));
                    if (any<Real>(meet)) {
                        consider(meet, to, best);
                    }
                }
            }
        }
        return best.tail;
    }

    /// A capsule's axis also adds caps for its ends: no single point of it is nearest from
    /// everywhere.
    JOUNCE_INLINE void add_caps(std::size_t c, const vec<Real>& tail,
                                std::array<free_cap<Real>, most_caps>& caps,
                                std::size_t& found) const {
        const std::size_t index = contact(c);
        const lane_vrm_collider<Real>& at = block_.walk.colliders.data()[index];
        const bool has_ends = block_.set.colliders.data()[index].shape == vrm_shape::capsule;
        const vec<Real> start = load(at.at);
        const std::array<vec<Real>, 3> points = {gap_of(c, tail).nearest, start,
                                                 start + load(at.arm)};
        for (std::size_t p = 0; p < (has_ends ? 3U : 1U) && found < most_caps; ++p) {
            caps[found] = cap_of(index, points[p]);
            found += any<Real>(less<Real>(splat(Real(-1)), caps[found].height)) ? 1U : 0U;
        }
    }

    JOUNCE_INLINE void consider(const mask<Real>& lanes, const vec<Real>& to, choice& best) const {
        const vec<Real> tail = reach_(reach_.head + reach_.size * to);
        const num<Real> deep = depth(tail);
        const num<Real> nearness = dot(to, best.from);
        const mask<Real> better = both<Real>(
            lanes, less<Real>(deep, best.depth) | both<Real>(less_equal<Real>(deep, best.depth),
                                                             less<Real>(best.nearness, nearness)));
        best.tail = where<Real>(better, tail, best.tail);
        best.depth = where<Real>(better, deep, best.depth);
        best.nearness = where<Real>(better, nearness, best.nearness);
    }

    /// Depth in the collider that it is deepest in; at least the slack, so that all free places are
    /// equal.
    JOUNCE_INLINE num<Real> depth(const vec<Real>& tail) const {
        num<Real> most = slack_;
        for (std::size_t c = 0; c < count(); ++c) {
            most = most.max(-gap_of(c, tail).distance);
        }
        return most;
    }

    JOUNCE_INLINE std::size_t count() const {
        return static_cast<std::size_t>(spring_.contact_count);
    }
    JOUNCE_INLINE std::size_t contact(std::size_t c) const {
        return static_cast<std::size_t>(
            block_.set.contacts.data()[static_cast<std::size_t>(spring_.first_contact) + c]);
    }
    JOUNCE_INLINE vrm_gap<Real> gap_of(std::size_t c, const vec<Real>& tail) const {
        return gap_to<Real>(block_.set.colliders.data()[contact(c)],
                            block_.walk.colliders.data()[contact(c)], hit_radius_, tail);
    }

    const vrm_view<Real>& block_;
    const vrm_spring<Real>& spring_;
    const vrm_reach<Real>& reach_;
    num<Real> hit_radius_;
    num<Real> slack_;
};

template <class Real>
JOUNCE_APART vec<Real> find_way_out(const vrm_view<Real>& block, const vrm_spring<Real>& spring,
                                    const vrm_reach<Real>& reach, const num<Real>& unit,
                                    const vec<Real>& tail) {
    const vrm_way_out<Real> way_out(block, spring, reach, unit);
    return way_out(tail, block.set.contact_rounds - 1);
}

/// The colliders of one tick: a round to the letter of the specification, then turns until the tail is
/// out, if more rounds are asked for.
template <class Real>
JOUNCE_INLINE vec<Real> push_out(const vrm_view<Real>& block, const vrm_spring<Real>& spring,
                                 const vrm_reach<Real>& reach, const num<Real>& unit,
                                 vec<Real> tail) {
    const bool pushed = push_once<Real>(block, spring, reach, tail);
    if (pushed && block.set.contact_rounds > 1) {
        tail = find_way_out<Real>(block, spring, reach, unit, tail);
    }
    return tail;
}

} // namespace jounce::JOUNCE_LEVEL
