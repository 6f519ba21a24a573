#pragma once

// The path of a pose between two frames. Kernel sources only.
//
// Straight paths from frame to frame have a corner at every frame, and chains of springs react to
// corners with motion of their own. So a path starts with the speed at which the one before ended.
// Let `way` lead from one frame to the next, and `bow = speed * seconds - way`. Then the path is,
// at a share s,
//     s way + s (1 - s) (1 - s / 2) bow and ends with the speed (way - bow / 2) / seconds. That is
//   exact for a steady speed, and a third as far off as a straight path for a steady acceleration;
//   an error of the speed is halved with each frame. The path needs nothing beyond the present
//   frame, and is not late.

#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/pose/space_motion.hpp>
#include <jounce/systems/simd/rotation_math.hpp>
#include <jounce/systems/stable/stable_view.hpp>

namespace jounce::JOUNCE_LEVEL {

/// How much of its bow a way has left when it ends, against its speed.
template <class Real> constexpr Real bow_left = Real(0.5);

/// How much of the bow a way has at a share of the frame.
template <class Real> JOUNCE_INLINE num<Real> bow_at(const num<Real>& share) {
    const num<Real> one = splat(Real(1));
    return share * (one - share) * (one - Real(1 - bow_left<Real>) * share);
}

/// Values shared by the paths of a block in a frame.
template <class Real> struct frame_ways {
    Real seconds;      ///< of the frame
    Real far2;         ///< square of a bow that is too large for motion, for translations
    mask<Real> curved; ///< lanes whose speed is known
};

/// A radian, as numbers of a quaternion have it, squared: the same for rotations.
template <class Real> constexpr Real wide2 = Real(0.25);

/// A speed of less than a tenth of another is a corner; squared.
template <class Real> constexpr Real corner2 = Real(0.01);

template <class Real, class Set>
JOUNCE_INLINE frame_ways<Real> ways_of(const stable_view<Real, Set>& block, Real seconds) {
    const environment_lanes<Real>& now = block.environment.lanes.front();
    const carried_lanes<Real>& carried = block.carried.lanes.front();
    const num<Real> zero = splat(Real(0));
    const Real far = Real(0.5) * block.set.extent;
    return {seconds, far * far,
            less<Real>(zero, load(carried.has_rates)) &
                less_equal<Real>(jump_of<Real>(now, carried), zero)};
}

/// How much of a bow is kept, from the squares of its size, of the way and of the way that the
/// speed before would have made. Motion changes its speed gradually. Where it does not, there is a
/// corner (a start, a stop, a cut), and a curve would overshoot where a straight path does not. So
/// nothing is kept if one of the two ways is tiny compared with the other. Bows that are too large
/// for motion fade out; none exceeds half of the size given. A bow that is zero or not a number
/// counts as none.
template <class Real>
JOUNCE_INLINE num<Real> kept_bow(const frame_ways<Real>& ways, const num<Real>& bow2,
                                 const num<Real>& way2, const num<Real>& before2, Real most2) {
    const mask<Real> some = less<Real>(splat(most2 * Real(1e-14)), bow2) &
                            less<Real>(bow2, splat(most2 * Real(1e12))) & ways.curved;
    const num<Real> inverse = splat(Real(1)) / (way2 + before2);
    const num<Real> x = way2 * inverse;
    const num<Real> y = before2 * inverse;
    const num<Real> kept =
        most2 * x * y / ((most2 + bow2) * (x + corner2<Real> * y) * (y + corner2<Real> * x));
    return only_where<Real>(some, kept);
}

template <class Real>
JOUNCE_INLINE vec<Real> bow_of(const frame_ways<Real>& ways, const vec<Real>& way,
                               const vec<Real>& rate, Real most2) {
    const vec<Real> before = ways.seconds * rate;
    const vec<Real> off = before - way;
    const num<Real> kept =
        kept_bow<Real>(ways, dot(off, off), dot(way, way), dot(before, before), most2);
    // NaN times 0 is not 0.
    return only_where<Real>(less<Real>(splat(Real(0)), kept), kept * off);
}

/// The rotation itself or its negative: the one that is nearer to another.
template <class Real>
JOUNCE_INLINE rotation<Real> beside(const rotation<Real>& q, const num<Real>& cosine) {
    return {turned_by_sign(q.x, cosine), turned_by_sign(q.y, cosine), turned_by_sign(q.z, cosine),
            turned_by_sign(q.w, cosine)};
}

template <class Real>
JOUNCE_INLINE rotation<Real> bow_of(const frame_ways<Real>& ways, const rotation<Real>& way,
                                    const rotation<Real>& rate) {
    const rotation<Real> before = splat(ways.seconds) * rate;
    const rotation<Real> off = before - way;
    const num<Real> kept =
        kept_bow<Real>(ways, dot(off, off), dot(way, way), dot(before, before), wide2<Real>);
    const mask<Real> some = less<Real>(splat(Real(0)), kept);
    return {only_where<Real>(some, kept * off.x), only_where<Real>(some, kept * off.y),
            only_where<Real>(some, kept * off.z), only_where<Real>(some, kept * off.w)};
}

/// A rotation between its start and its end.
/// @param bow  how much of the bow, see `bow_at`
template <class Real>
JOUNCE_INLINE rotation<Real> mix(const frame_ways<Real>& ways, const rotation<Real>& a,
                                 const rotation<Real>& b, const lane_quat<Real>& rate,
                                 const num<Real>& share, const num<Real>& bow) {
    const rotation<Real> to = beside(b, dot(a, b));
    const rotation<Real> way = to - a;
    const rotation<Real> off = bow * bow_of<Real>(ways, way, load(rate));
    const num<Real> left = splat(Real(1)) - share;
    const rotation<Real> between = normalised(
        rotation<Real>{left * a.x + share * to.x + off.x, left * a.y + share * to.y + off.y,
                       left * a.z + share * to.z + off.z, left * a.w + share * to.w + off.w});
    // A bone that does not turn keeps its bits: springs would react to rounding as motion.
    return where<Real>(less_equal<Real>(dot(way, way), splat(Real(0))), to, between);
}
template <class Real>
JOUNCE_INLINE vec<Real> mix(const frame_ways<Real>& ways, const vec<Real>& a, const vec<Real>& b,
                            const lane_vec3<Real>& rate, const num<Real>& share,
                            const num<Real>& bow) {
    const vec<Real> way = b - a;
    return a + share * way + bow * bow_of<Real>(ways, way, load(rate), ways.far2);
}

/// Speeds at the end of a frame, from those at its start.
template <class Real>
JOUNCE_INLINE void end_way(const frame_ways<Real>& ways, const vec<Real>& way,
                           lane_vec3<Real>& rate) {
    const vec<Real> bow = bow_of<Real>(ways, way, load(rate), ways.far2);
    store(rate, Real(1) / ways.seconds * (way - bow_left<Real> * bow));
}
template <class Real>
JOUNCE_INLINE void end_way(const frame_ways<Real>& ways, const lane_transform<Real>& from,
                           const lane_transform<Real>& to, lane_pose_rate<Real>& rate) {
    const rotation<Real> a = load(from.rotation);
    const rotation<Real> b = load(to.rotation);
    const num<Real> cosine = dot(a, b);
    const rotation<Real> way = beside(b, cosine) - a;
    const rotation<Real> bow = bow_of<Real>(ways, way, load(rate.rotation));
    const num<Real> per_second = splat(Real(1) / ways.seconds);
    // Of the numbers that the next frame begins with.
    store(rate.rotation, beside(per_second * (way - splat(bow_left<Real>) * bow), cosine));
    end_way<Real>(ways, load(to.translation) - load(from.translation), rate.translation);
}

} // namespace jounce::JOUNCE_LEVEL
