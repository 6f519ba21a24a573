#include "flesh_lines.hpp"

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>
#include <jounce/modules/procedural/colours.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace demo {

using namespace jounce;

namespace {

using vec = vec3<float>;

constexpr std::uint32_t handle_colour = 0xFF30C0FF;
/// Of a point that is not strained, and of one that is strained by `much`, the norm of F - 1.
constexpr std::uint32_t calm_colour = 0xFFE0B080, strained_colour = 0xFF2030FF;
constexpr float much = 0.5F;
constexpr std::uint32_t probe_colour = 0xFF2040FF;
constexpr std::uint32_t lattice_colour = 0xFF907050;
/// Of the skin from a ball, metres: it gives way by some fractions of a millimetre.
constexpr float touches = 0.004F;

/// The flesh of one character as it is now.
class shown_flesh {
public:
    shown_flesh(const entt::registry& registry, entt::entity who, const character_kind& kind)
        : set_(*kind.tissue), at_(registry.get<const placement>(who)),
          moved_(static_cast<std::size_t>(set_.handle_count)) {
        displacements_of(registry, who, moved_);
        const character& where = registry.get<const character>(who);
        const bone_transforms& bones = registry.get<const bone_transforms>(where.block);
        for (const tissue_joint<float>& joint : set_.joints) {
            const transform<float> bone =
                get_lane(bones.bones[static_cast<std::size_t>(joint.bone)], where.lane);
            joints_.push_back(to_affine(bone) * joint.inverse_bind);
        }
        for (const auto& joint : kind.bind.joints) {
            const auto found =
                std::find_if(set_.joints.begin(), set_.joints.end(),
                             [&](const auto& one) { return one.bone == joint.bone; });
            number_.push_back(found != set_.joints.end()
                                  ? static_cast<std::int32_t>(found - set_.joints.begin())
                                  : -1);
        }
    }

    std::span<const vec> moved() const { return moved_; }
    /// A place of the rest pose in the world.
    vec world(const vec& rest, std::span<const tissue_share<float>> by) const {
        vec out = {0, 0, 0};
        for (const tissue_share<float>& share : by) {
            out = out + share.weight * (joints_[static_cast<std::size_t>(share.joint)] * rest);
        }
        return rotate(at_.rotation, at_.scale * out) + cast<float>(at_.position);
    }
    /// Of joints of the skin; empty if flesh hangs on none of them.
    std::vector<tissue_share<float>> shares(std::span<const tissue::joint_weight> of) const {
        std::vector<tissue_share<float>> out;
        float sum = 0;
        for (const tissue::joint_weight& one : of) {
            if (number_[one.joint] >= 0) {
                out.push_back({number_[one.joint], static_cast<float>(one.weight)});
                sum += out.back().weight;
            }
        }
        for (tissue_share<float>& one : out) {
            one.weight /= sum;
        }
        return out;
    }
    std::span<const tissue_share<float>> shares(std::size_t handle) const {
        const auto blend = static_cast<std::size_t>(set_.blend_of[handle]);
        return std::span(set_.shares)
            .subspan(set_.blend_first[blend],
                     set_.blend_first[blend + 1] - set_.blend_first[blend]);
    }

private:
    const tissue_set& set_;
    placement at_;
    std::vector<vec> moved_;            ///< [handle]
    std::vector<affine<float>> joints_; ///< [joint with flesh] from the rest pose
    std::vector<std::int32_t> number_;  ///< [joint of the skin] of `joints_`, or -1
};

void add_cross(line_drawer& to, const vec& at, float size, std::uint32_t colour) {
    for (const vec& axis : {vec{size, 0, 0}, vec{0, size, 0}, vec{0, 0, size}}) {
        to.line(at - axis, at + axis, colour);
    }
}

void add_handles(line_drawer& to, const shown_flesh& of, const tissue::baked_tissue& baked,
                 float per_metre) {
    for (std::size_t h = 0; h < baked.handles.size(); ++h) {
        const vec rest = per_metre * cast<float>(baked.handles[h]);
        const vec at = of.world(rest + of.moved()[h], of.shares(h));
        to.sphere(at, 0.015F, handle_colour);
        to.line(of.world(rest, of.shares(h)), at, handle_colour);
    }
}

/// The outer edges of the volume that was baked, where flesh hangs on something that moves it.
void add_lattice(line_drawer& to, const shown_flesh& of, const tissue::baked_tissue& baked,
                 float per_metre) {
    std::vector<std::optional<vec>> nodes;
    for (std::size_t n = 0; n < baked.lattice.size(); ++n) {
        vec at = per_metre * cast<float>(baked.lattice[n]);
        for (std::uint32_t w = baked.lattice_first[n]; w < baked.lattice_first[n + 1]; ++w) {
            const tissue::handle_weight& by = baked.lattice_weights[w];
            at = at + static_cast<float>(by.weight) * of.moved()[by.handle];
        }
        const auto shares =
            of.shares(std::span(baked.lattice_joints)
                          .subspan(baked.lattice_joint_first[n], baked.lattice_joint_first[n + 1] -
                                                                     baked.lattice_joint_first[n]));
        nodes.push_back(shares.empty() ? std::nullopt : std::optional(of.world(at, shares)));
    }
    for (const tissue::lattice_edge& edge : baked.lattice_edges) {
        if (nodes[edge.from] && nodes[edge.to]) {
            to.line(*nodes[edge.from], *nodes[edge.to], lattice_colour);
        }
    }
}

/// Where elasticity is computed, in colours of its strain. Baked points do not keep their joints: those of the handle that
/// moves them most are near enough for a picture.
void add_points(line_drawer& to, const shown_flesh& of, const tissue::baked_tissue& baked,
                float per_metre) {
    for (std::size_t p = 0; p < baked.cubature.size(); ++p) {
        vec at = per_metre * cast<float>(baked.cubature[p].rest);
        mat3<float> strain = {{vec{0, 0, 0}, vec{0, 0, 0}, vec{0, 0, 0}}}; // F - 1
        std::size_t nearest = baked.handles.size();
        double most = 0;
        for (std::uint32_t w = baked.cubature_first[p]; w < baked.cubature_first[p + 1]; ++w) {
            const tissue::handle_weight& by = baked.cubature_weights[w];
            const vec moved = of.moved()[by.handle];
            const vec slope = (1 / per_metre) * cast<float>(by.gradient);
            at = at + static_cast<float>(by.weight) * moved;
            strain.column[0] = strain.column[0] + slope.x * moved;
            strain.column[1] = strain.column[1] + slope.y * moved;
            strain.column[2] = strain.column[2] + slope.z * moved;
            if (by.weight > most) {
                most = by.weight;
                nearest = by.handle;
            }
        }
        if (nearest < baked.handles.size()) {
            float norm2 = 0;
            for (const vec& column : strain.column) {
                norm2 += dot(column, column);
            }
            const double share = static_cast<double>(std::sqrt(norm2) / much);
            add_cross(to, of.world(at, of.shares(nearest)),
                      0.005F + 0.004F * static_cast<float>(std::min(share, 1.0)),
                      procedural::mix(calm_colour, strained_colour, share));
        }
    }
}

quat<float> opposite(const quat<float>& q) { return {-q.x, -q.y, -q.z, q.w}; }

/// How far a place of the world is outside of a collider, and which way it leaves it.
struct gap {
    float size = 1e30F;
    vec way;
};
gap gap_to(const world_collider& one, const vec& place) {
    const collider& body = one.body;
    const quat<float> back = opposite(one.at.rotation);
    const vec at = (1 / one.at.scale) * rotate(back, place - cast<float>(one.at.position));
    vec core = body.a;
    float radius = body.radius;
    if (body.shape == collider_shape::capsule) {
        const vec along = body.b - body.a;
        const float share =
            std::clamp(dot(at - body.a, along) / std::max(dot(along, along), 1e-12F), 0.0F, 1.0F);
        core = body.a + share * along;
        radius += share * (body.radius_b - body.radius);
    } else if (body.shape == collider_shape::box) {
        const vec in = rotate(opposite(body.rotation), at - body.a);
        core = body.a + rotate(body.rotation, {std::clamp(in.x, -body.half.x, body.half.x),
                                               std::clamp(in.y, -body.half.y, body.half.y),
                                               std::clamp(in.z, -body.half.z, body.half.z)});
    } else if (body.shape != collider_shape::sphere) {
        return {};
    }
    const vec off = at - core;
    const float far = length(off);
    if (far <= 0) {
        return {};
    }
    return {one.at.scale * (far - radius), rotate(one.at.rotation, (1 / far) * off)};
}

void add_contacts(line_drawer& to, const shown_flesh& of, const tissue_set& set,
                  const entt::registry& registry) {
    for (const tissue_probe<float>& probe : set.probes) {
        vec rest = probe.rest;
        for (const tissue_weight<float>& by :
             std::span(set.probe_weights).subspan(probe.first_weight, probe.weight_count)) {
            rest = rest + by.weight * of.moved()[static_cast<std::size_t>(by.handle)];
        }
        const vec at = of.world(
            rest, std::span(set.probe_shares).subspan(probe.first_share, probe.share_count));
        for (const auto [e, one] : registry.view<const world_collider>().each()) {
            const gap to_body = one.bone < 0 ? gap_to(one, at) : gap{};
            if (to_body.size < touches) {
                add_cross(to, at, 0.008F, probe_colour);
                to.line(at, at + 0.05F * to_body.way, probe_colour);
            }
        }
    }
}

} // namespace

void add_flesh_lines(line_drawer& to, const entt::registry& registry, entt::entity who,
                     const tissue::baked_tissue& baked) {
    const character& where = registry.get<const character>(who);
    const character_kind& kind = *registry.get<const block>(where.block).kind;
    const shown_flesh flesh(registry, who, kind);
    const float per_metre = 1 / kind.rig.metres_per_unit;
    add_lattice(to, flesh, baked, per_metre);
    add_handles(to, flesh, baked, per_metre);
    add_points(to, flesh, baked, per_metre);
    add_contacts(to, flesh, *kind.tissue, registry);
}

} // namespace demo
