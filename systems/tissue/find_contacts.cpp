#include <jounce/systems/tissue/tissue_contacts.hpp>

#include <jounce/systems/contact/collide.hpp>
#include <jounce/systems/simd/rotation_math.hpp>
#include <jounce/systems/tissue/tissue_curve.hpp>
#include <jounce/systems/tissue/tissue_result.hpp>
#include <jounce/systems/tissue/tissue_strain.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// Deeper than this nothing is pushed out: absurd colliders must not make numbers that are not finite.
template <class Real> constexpr Real deepest_contact = Real(1e6);

template <class Real>
JOUNCE_INLINE void place_at(const tissue_obstacle<Real>& of, const num<Real>& share,
                            lane_collider<Real>& out) {
    out = of.end;
    store(out.a, mix<Real>(load(of.start.a), load(of.end.a), share));
    store(out.b, mix<Real>(load(of.start.b), load(of.end.b), share));
    if (of.traits.shape == collider_shape::box) {
        store(out.rotation, mix<Real>(load(of.start.rotation), load(of.end.rotation), share));
    }
}

/// Lanes in which an obstacle certainly does not meet a box.
template <class Real>
JOUNCE_INLINE mask<Real> box_is_clear(const tissue_obstacle<Real>& of, const tissue_box<Real>& box,
                                      Real margin) {
    const vec<Real> low = load(box.low);
    const vec<Real> high = load(box.high);
    const vec<Real> half = Real(0.5) * (high - low);
    const vec<Real> middle = Real(0.5) * (high + low);
    const mask<Real> absent = is_absent<Real>(load(of.now.radius));
    if (of.traits.shape == collider_shape::plane) {
        const vec<Real> n = load(of.now.b);
        const num<Real> reach = half.x * n.x.abs() + half.y * n.y.abs() + half.z * n.z.abs();
        return absent | less<Real>(reach + margin, dot(n, middle - load(of.now.a)));
    }
    const vec<Real> away = load(of.motion.middle) - middle;
    const num<Real> zero = splat(Real(0));
    const vec<Real> gap = {(away.x.abs() - half.x).max(zero), (away.y.abs() - half.y).max(zero),
                           (away.z.abs() - half.z).max(zero)};
    // The way of a probe is inside of the box; where the obstacle turns it seems longer.
    const num<Real> gain = load(of.motion.gain);
    const num<Real> more = gain * margin + (gain - Real(1)) * (Real(2) * length(half));
    const num<Real> reach = (load(of.motion.reach) + more).max(zero);
    return absent | less<Real>(reach * reach, dot(gap, gap));
}

/// A probe at the ends of a tick, and how a displacement moves it.
template <class Real> struct placed_probe {
    vec<Real> at, before;
    matrix<Real> linear;
};

/// What a tick takes the displacement to be at its end, before it knows.
template <class Real> struct displacement_guess {
    const tissue_view<Real>& block;
    mask<Real> is_newton;
    bool is_first;

    JOUNCE_INLINE vec<Real> operator()(std::size_t h) const {
        if (!is_first) {
            return load(block.scratch.result.data()[h]);
        }
        return load(block.state.handles.data()[h].now) -
               only_where<Real>(~is_newton, load(block.scratch.offset.data()[h]));
    }
};

template <class Real>
JOUNCE_INLINE placed_probe<Real> place(const tissue_view<Real>& block,
                                       const displacement_guess<Real>& guess,
                                       const tissue_probe<Real>& probe) {
    vec<Real> start = splat(probe.rest);
    vec<Real> end = start;
    for (std::uint32_t i = 0; i < probe.weight_count; ++i) {
        const tissue_weight<Real>& w = block.set.probe_weights.data()[probe.first_weight + i];
        const std::size_t h = static_cast<std::size_t>(w.handle);
        start = start + w.weight * load(block.state.handles.data()[h].now);
        end = end + w.weight * guess(h);
    }
    placed_probe<Real> out;
    out.linear = zero_matrix<Real>();
    out.at = out.linear.column[0];
    out.before = out.at;
    for (std::uint32_t i = 0; i < probe.share_count; ++i) {
        const tissue_share<Real>& share = block.set.probe_shares.data()[probe.first_share + i];
        const tissue_joint_past<Real>& joint =
            block.state.joints.data()[static_cast<std::size_t>(share.joint)];
        const affine_lanes<Real> now = load(joint.tick);
        const affine_lanes<Real> before = load(joint.tick_before);
        for (int c = 0; c < 3; ++c) {
            out.linear.column[c] = out.linear.column[c] + share.weight * now.linear.column[c];
        }
        out.at = out.at + share.weight * now.shift;
        out.before = out.before + share.weight * (before.linear * start + before.shift);
    }
    out.at = out.at + out.linear * end;
    return out;
}

/// The obstacle that a probe is deepest in.
template <class Real> struct deepest {
    num<Real> depth;
    vec<Real> normal, moved; ///< how the obstacle moved in the tick
};

template <class Real>
JOUNCE_INLINE deepest<Real> deepest_of(const tissue_view<Real>& block, std::size_t p,
                                       const placed_probe<Real>& probe, const mask<Real>& asks,
                                       const num<Real>& margin) {
    const num<Real> zero = splat(Real(0));
    const vec<Real> none = {zero, zero, zero};
    deepest<Real> out = {zero, none, none};
    const num<Real> span = length<Real>(probe.at - probe.before) + margin;
    for (std::size_t o = 0; o < block.scratch.obstacle_count; ++o) {
        tissue_obstacle<Real>& of = block.scratch.obstacles.data()[o];
        if (of.own >= 0 &&
            block.set.meets
                    .data()[static_cast<std::size_t>(of.own) * block.set.probes.size() + p] == 0) {
            continue;
        }
        if (all(~asks | ball_is_clear<Real>(of.motion, probe.at, span))) {
            continue;
        }
        if (of.traits.shape == collider_shape::capsule && !of.motion.has_frame) {
            describe_capsule(of.before, of.now, of.motion);
        }
        const contact<Real> touch = collide_ball<Real>(of.traits, of.before, of.now, of.motion,
                                                       probe.before, probe.at, margin);
        const mask<Real> deeper = asks & less<Real>(out.depth, touch.depth);
        const vec<Real> moved = load(of.motion.middle) - middle<Real>(of.traits, of.before);
        out.depth = where<Real>(deeper, touch.depth, out.depth);
        out.normal = where<Real>(deeper, touch.normal, out.normal);
        out.moved = where<Real>(deeper, moved, out.moved);
    }
    return out;
}

/// Which lanes of each group of probes something comes near. False: none of any.
template <class Real>
bool find_near(const tissue_view<Real>& block, const tissue_tick<Real>& at,
               const mask<Real>& lanes) {
    const basic_tissue_set<Real>& set = block.set;
    for (std::size_t o = 0; o < block.scratch.obstacle_count; ++o) {
        tissue_obstacle<Real>& of = block.scratch.obstacles.data()[o];
        place_at<Real>(of, splat(at.share_before), of.before);
        place_at<Real>(of, splat(at.share), of.now);
        describe_reach<Real>(of.traits, of.before, of.now, of.motion);
    }
    bool found = false;
    for (std::size_t g = 0; g < set.groups(); ++g) {
        mask<Real> near = less<Real>(splat(Real(0)), splat(Real(0)));
        for (std::size_t o = 0; o < block.scratch.obstacle_count; ++o) {
            const tissue_obstacle<Real>& of = block.scratch.obstacles.data()[o];
            if (of.own < 0 ||
                set.group_meets.data()[static_cast<std::size_t>(of.own) * set.groups() + g] != 0) {
                near =
                    near | ~box_is_clear<Real>(of, block.scratch.boxes.data()[g], set.touch.margin);
            }
        }
        near = near & lanes;
        store<Real>(block.scratch.near.data()[g], only_where<Real>(near, splat(Real(1))));
        found = found || any(near);
    }
    return found;
}

} // namespace

template <class Real>
void find_contacts(const tissue_view<Real>& block, const tissue_tick<Real>& at) noexcept {
    const basic_tissue_set<Real>& set = block.set;
    basic_tissue_scratch<Real>& scratch = block.scratch;
    const num<Real> zero = splat(Real(0));
    const mask<Real> is_newton = lanes_of(block, tissue_tier::newton);
    const mask<Real> used = less_equal<Real>(zero, load(scratch.tiers.front()));
    store<Real>(scratch.touched.front(), zero);
    if (!find_near<Real>(block, at, at.step > 0 ? is_newton : used)) {
        return;
    }
    const Real rate = Real(1) / set.levels[static_cast<std::size_t>(at.level)].seconds;
    const displacement_guess<Real> guess = {block, is_newton, at.step == 0};
    const num<Real> margin = only_where<Real>(~is_newton, splat(set.touch.margin));
    num<Real> touched = zero;
    for (std::size_t p = 0; p < set.probes.size(); ++p) {
        const tissue_probe<Real>& probe = set.probes.data()[p];
        tissue_contact<Real>& out = scratch.contacts.data()[p];
        const mask<Real> asks =
            less<Real>(zero, load(scratch.near.data()[static_cast<std::size_t>(probe.group)]));
        store<Real>(out.stiffness, zero);
        if (!any(asks)) {
            continue;
        }
        const placed_probe<Real> skin = place<Real>(block, guess, probe);
        const deepest<Real> found = deepest_of<Real>(block, p, skin, asks, margin);
        const mask<Real> touches = less<Real>(zero, found.depth);
        if (!any(touches)) {
            continue;
        }
        const num<Real> depth = (found.depth - margin).min(splat(deepest_contact<Real>));
        const vec<Real> velocity = rate * ((skin.at - skin.before) - found.moved);
        const vec<Real> slide = velocity - dot(velocity, found.normal) * found.normal;
        const Real stiffness = set.touch.stiffness * probe.area;
        store<Real>(out.stiffness, only_where<Real>(touches, splat(stiffness)));
        store<Real>(out.depth, depth);
        store<Real>(out.friction, Real(set.touch.friction * stiffness) * depth.max(zero) /
                                      length(slide).max(splat(set.touch.slow)));
        store(out.normal, found.normal);
        store(out.slide, slide);
        store(out.linear, skin.linear);
        touched += only_where<Real>(touches, splat(Real(1)));
    }
    store<Real>(scratch.touched.front(), touched);
}

template void find_contacts(const tissue_view<float>&, const tissue_tick<float>&) noexcept;
#if JOUNCE_LEVEL_HAS_DOUBLE
template void find_contacts(const tissue_view<double>&, const tissue_tick<double>&) noexcept;
#endif

} // namespace jounce::JOUNCE_LEVEL
