#include <jounce/systems/tissue/tissue_contact.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce {
namespace {

/// A probe of one character: where its skin is, and how a displacement moves it.
template <class Real> struct placed_probe {
    vec3<Real> at, before;
    mat3<Real> linear;
};

template <class Real>
placed_probe<Real> place(const tissue_view<Real>& block, const tissue_probe<Real>& probe, int lane,
                         bool is_first) {
    vec3<Real> start = probe.rest;
    vec3<Real> now = probe.rest;
    for (std::uint32_t i = 0; i < probe.weight_count; ++i) {
        const tissue_weight<Real>& w = block.set.probe_weights[probe.first_weight + i];
        const std::size_t h = static_cast<std::size_t>(w.handle);
        const vec3<Real> moved = get_lane(block.state.handles[h].now, lane);
        start = start + w.weight * moved;
        now = now + w.weight * (is_first ? moved : get_lane(block.scratch.result[h], lane));
    }
    placed_probe<Real> out;
    out.linear = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    for (std::uint32_t i = 0; i < probe.share_count; ++i) {
        const tissue_share<Real>& share = block.set.probe_shares[probe.first_share + i];
        const tissue_joint_past<Real>& joint =
            block.state.joints[static_cast<std::size_t>(share.joint)];
        const mat3<Real> linear = get_lane(joint.tick.linear, lane);
        for (int c = 0; c < 3; ++c) {
            out.linear.column[c] = out.linear.column[c] + share.weight * linear.column[c];
        }
        out.at = out.at + share.weight * get_lane(joint.tick.translation, lane);
        out.before = out.before + share.weight * (get_lane(joint.tick_before.linear, lane) * start +
                                                  get_lane(joint.tick_before.translation, lane));
    }
    out.at = out.at + out.linear * now;
    return out;
}

} // namespace

template <class Real>
bool touch_balls(const tissue_view<Real>& block, std::span<const tissue_ball<Real>> balls,
                 const tissue_touch<Real>& touch, Real seconds, bool is_first) noexcept {
    bool touches = false;
    for (std::size_t p = 0; p < block.set.probes.size(); ++p) {
        const tissue_probe<Real>& probe = block.set.probes[p];
        tissue_contact<Real>& contact = block.scratch.contacts[p];
        for (int lane = 0; lane < lane_count; ++lane) {
            contact.stiffness.v[lane] = 0;
            if (block.scratch.tiers.front().v[lane] < static_cast<Real>(tissue_tier::newton)) {
                continue;
            }
            const placed_probe<Real> skin = place(block, probe, lane, is_first);
            Real deepest = 0;
            for (const tissue_ball<Real>& ball : balls) {
                const vec3<Real> away = skin.at - get_lane(ball.centre, lane);
                const Real distance = length(away);
                const Real depth = ball.radius.v[lane] - distance;
                if (!(depth > deepest) || !(distance > 0)) {
                    continue; // of a probe in the very middle no way out is the shortest
                }
                deepest = depth;
                const vec3<Real> n = (1 / distance) * away;
                const vec3<Real> moved =
                    (skin.at - skin.before) -
                    (get_lane(ball.centre, lane) - get_lane(ball.centre_before, lane));
                const vec3<Real> velocity = (1 / seconds) * moved;
                const vec3<Real> slide = velocity - dot(velocity, n) * n;
                const Real stiffness = touch.stiffness * probe.area;
                contact.stiffness.v[lane] = stiffness;
                contact.depth.v[lane] = depth;
                contact.friction.v[lane] =
                    touch.friction * stiffness * depth / std::max(length(slide), touch.slow);
                set_lane(contact.normal, lane, n);
                set_lane(contact.slide, lane, slide);
                set_lane(contact.linear, lane, skin.linear);
                touches = true;
            }
        }
    }
    return touches;
}

template bool touch_balls(const tissue_view<float>&, std::span<const tissue_ball<float>>,
                          const tissue_touch<float>&, float, bool) noexcept;
template bool touch_balls(const tissue_view<double>&, std::span<const tissue_ball<double>>,
                          const tissue_touch<double>&, double, bool) noexcept;

} // namespace jounce
