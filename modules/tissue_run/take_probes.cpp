#include <jounce/modules/tissue_run/take_probes.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/systems/pose/check_host_input.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace jounce {
namespace {

/// How far inside of a shape a place is, in the frame of its bone; below 0 outside.
double depth_in(const collider& body, const vec3<double>& p) {
    const vec3<double> a = cast<double>(body.a);
    const vec3<double> b = cast<double>(body.b);
    const double radius = static_cast<double>(body.radius);
    double depth = 0;
    if (body.shape == collider_shape::plane) {
        return dot(b, a - p) / length(b);
    }
    if (body.shape == collider_shape::box) {
        quat<double> back = normalised(cast<double>(body.rotation));
        back = {-back.x, -back.y, -back.z, back.w};
        const vec3<double> q = rotate(back, p - a);
        const vec3<double> half = cast<double>(body.half);
        const vec3<double> out = {std::abs(q.x) - half.x, std::abs(q.y) - half.y,
                                  std::abs(q.z) - half.z};
        const vec3<double> beyond = {std::max(out.x, 0.0), std::max(out.y, 0.0),
                                     std::max(out.z, 0.0)};
        depth = radius - length(beyond) - std::min(std::max({out.x, out.y, out.z}), 0.0);
    } else {
        const double size2 = body.shape == collider_shape::capsule ? dot(b - a, b - a) : 0.0;
        const double share = size2 > 0 ? std::clamp(dot(p - a, b - a) / size2, 0.0, 1.0) : 0.0;
        const double there =
            radius + share * (size2 > 0 ? static_cast<double>(body.radius_b) - radius : 0.0);
        depth = there - length(p - (a + share * (b - a)));
    }
    return body.inside ? -depth : depth;
}

/// How far handles can move a probe.
template <class Real>
Real reach_of(const basic_tissue_set<Real>& set, const tissue_probe<Real>& probe) {
    Real out = 0;
    for (std::uint32_t i = 0; i < probe.weight_count; ++i) {
        const tissue_weight<Real>& w = set.probe_weights[probe.first_weight + i];
        out += std::abs(w.weight) * set.bounds[static_cast<std::size_t>(w.handle)];
    }
    return out;
}

/// Probes with one main joint are a group, with a ball for each joint that has a share in them.
template <class Real> void group_probes(basic_tissue_set<Real>& to) {
    std::map<std::int32_t, std::map<std::int32_t, std::vector<std::size_t>>> groups;
    for (std::size_t p = 0; p < to.probes.size(); ++p) {
        const tissue_probe<Real>& probe = to.probes[p];
        const auto begin = to.probe_shares.begin() + probe.first_share;
        const auto main =
            std::max_element(begin, begin + probe.share_count,
                             [](const auto& a, const auto& b) { return a.weight < b.weight; });
        for (auto share = begin; share != begin + probe.share_count; ++share) {
            groups[main->joint][share->joint].push_back(p);
        }
    }
    to.reach_first = {0};
    for (const auto& [main, joints] : groups) {
        for (const auto& [joint, probes] : joints) {
            vec3<Real> low = to.probes[probes.front()].rest;
            vec3<Real> high = low;
            for (const std::size_t p : probes) {
                const vec3<Real>& at = to.probes[p].rest;
                low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
                high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
                if (joint == main) {
                    to.probes[p].group = static_cast<std::int32_t>(to.reach_first.size() - 1);
                }
            }
            tissue_reach<Real> ball = {joint, Real(0.5) * (low + high), 0};
            for (const std::size_t p : probes) {
                ball.radius = std::max(ball.radius, length(to.probes[p].rest - ball.centre) +
                                                        reach_of(to, to.probes[p]));
            }
            to.reaches.push_back(ball);
        }
        to.reach_first.push_back(static_cast<std::uint32_t>(to.reaches.size()));
    }
}

/// Whether a probe belongs to the flesh around a collider's own bone: it hangs on that bone, or is inside of the
/// collider at rest.
template <class Real>
bool belongs(const basic_tissue_set<Real>& set, const contact_parts<Real>& of,
             const tissue_probe<Real>& probe, const bone_collider& one) {
    for (std::uint32_t i = 0; i < probe.share_count; ++i) {
        const tissue_share<Real>& share = set.probe_shares[probe.first_share + i];
        if (share.weight > 0 &&
            set.joints[static_cast<std::size_t>(share.joint)].bone == one.bone) {
            return true;
        }
    }
    for (const auto& joint : of.bind.joints) {
        if (joint.bone == one.bone) {
            const vec3<double> at = cast<double>(joint.inverse_bind * probe.rest);
            return depth_in(one.body, at) > -static_cast<double>(set.touch.margin);
        }
    }
    return false;
}

template <class Real>
std::optional<error> take_colliders(const contact_parts<Real>& of, basic_tissue_set<Real>& to) {
    if (of.colliders.size() > static_cast<std::size_t>(most_tissue_colliders)) {
        return error{errors::out_of_range, "flesh meets at most " +
                                               std::to_string(most_tissue_colliders) +
                                               " colliders of its own character; give fewer"};
    }
    for (std::size_t c = 0; c < of.colliders.size(); ++c) {
        if (of.colliders[c].bone < 0 || !is_usable(of.colliders[c].body)) {
            return error{errors::out_of_range,
                         "collider " + std::to_string(c) +
                             " of the flesh is on no bone, or its numbers are not finite"};
        }
    }
    for (const bone_collider& one : of.colliders) {
        if ((one.body.groups & to.touch.collides_with) == 0) {
            continue;
        }
        to.colliders.push_back(one);
        const std::size_t first_group = to.group_meets.size();
        to.group_meets.resize(first_group + to.groups(), 0);
        for (const tissue_probe<Real>& probe : to.probes) {
            const bool meets = !belongs(to, of, probe, one);
            to.meets.push_back(meets ? 1 : 0);
            if (meets) {
                to.group_meets[first_group + static_cast<std::size_t>(probe.group)] = 1;
            }
        }
    }
    return std::nullopt;
}

} // namespace

template <class Real>
std::optional<error> take_probes(const tissue::baked_tissue& baked, const contact_parts<Real>& of,
                                 basic_tissue_set<Real>& to) {
    for (const tissue::contact_probe& one : baked.probes) {
        if (one.vertex >= of.skin.positions.size() || one.vertex + 1 >= baked.vertex_first.size() ||
            one.vertex + 1 >= of.skin.first_influence.size() || !(one.area >= 0)) {
            return error{errors::bad_tissue_data,
                         "a probe names a vertex that the skin does not have; bake the flesh for "
                         "this skin"};
        }
        tissue_probe<Real> probe;
        probe.rest = of.skin.positions[one.vertex];
        probe.area = static_cast<Real>(one.area);
        probe.first_weight = static_cast<std::uint32_t>(to.probe_weights.size());
        for (std::uint32_t i = baked.vertex_first[one.vertex];
             i < baked.vertex_first[one.vertex + 1]; ++i) {
            const tissue::handle_weight& w = baked.vertex_weights[i];
            to.probe_weights.push_back({static_cast<std::int32_t>(w.handle),
                                        static_cast<Real>(w.weight),
                                        cast<Real>(of.metres_per_unit * w.gradient)});
        }
        std::sort(to.probe_weights.begin() + probe.first_weight, to.probe_weights.end(),
                  [](const auto& a, const auto& b) { return a.handle < b.handle; });
        probe.weight_count =
            static_cast<std::uint32_t>(to.probe_weights.size()) - probe.first_weight;
        probe.first_share = static_cast<std::uint32_t>(to.probe_shares.size());
        bool is_whole = true;
        for (std::uint32_t i = of.skin.first_influence[one.vertex];
             i < of.skin.first_influence[one.vertex + 1]; ++i) {
            const basic_influence<Real>& influence = of.skin.influences[i];
            const std::int32_t number = of.joint(influence.joint);
            is_whole = is_whole && (number >= 0 || influence.weight == 0);
            if (number >= 0) {
                to.probe_shares.push_back({number, influence.weight});
            }
        }
        probe.share_count = static_cast<std::uint32_t>(to.probe_shares.size()) - probe.first_share;
        if (is_whole && probe.weight_count > 0 && probe.share_count > 0 && probe.area > 0) {
            to.probes.push_back(probe); // others do not move, or not with the flesh
        }
    }
    group_probes(to);
    return take_colliders(of, to);
}

template std::optional<error> take_probes(const tissue::baked_tissue&, const contact_parts<float>&,
                                          basic_tissue_set<float>&);
template std::optional<error> take_probes(const tissue::baked_tissue&, const contact_parts<double>&,
                                          basic_tissue_set<double>&);

} // namespace jounce
