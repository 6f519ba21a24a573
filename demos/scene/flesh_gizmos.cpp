#include "flesh_gizmos.hpp"

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace demo {

using namespace jounce;

namespace {

using vec = vec3<float>;

constexpr int max_actors = 8;
constexpr std::uint32_t handle_colour = 0xFF30C0FF;
constexpr std::uint32_t point_colour = 0xFFB0E0A0;
constexpr std::uint32_t probe_colour = 0xFF2040FF;
/// Of the skin from a ball, metres: it gives way by some fractions of a millimetre.
constexpr float touches = 0.004F;

/// The flesh of one character as it is now.
class shown_flesh {
public:
    shown_flesh(const entt::registry& registry, entt::entity who, const tissue_set& set)
        : set_(set), at_(registry.get<const placement>(who)),
          moved_(static_cast<std::size_t>(set.handle_count)) {
        displacements_of(registry, who, moved_);
        const character& where = registry.get<const character>(who);
        const bone_transforms& bones = registry.get<const bone_transforms>(where.block);
        for (const tissue_joint<float>& joint : set.joints) {
            const transform<float> bone =
                get_lane(bones.bones[static_cast<std::size_t>(joint.bone)], where.lane);
            joints_.push_back(to_affine(bone) * joint.inverse_bind);
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

/// Baked points do not keep their joints: those of the handle that moves them most are near enough for a picture.
void add_points(line_drawer& to, const shown_flesh& of, const tissue::baked_tissue& baked,
                float per_metre) {
    for (std::size_t p = 0; p < baked.cubature.size(); ++p) {
        vec at = per_metre * cast<float>(baked.cubature[p].rest);
        std::size_t nearest = baked.handles.size();
        double most = 0;
        for (std::uint32_t w = baked.cubature_first[p]; w < baked.cubature_first[p + 1]; ++w) {
            const tissue::handle_weight& by = baked.cubature_weights[w];
            at = at + static_cast<float>(by.weight) * of.moved()[by.handle];
            if (by.weight > most) {
                most = by.weight;
                nearest = by.handle;
            }
        }
        if (nearest < baked.handles.size()) {
            add_cross(to, of.world(at, of.shares(nearest)), 0.006F, point_colour);
        }
    }
}

void add_contacts(line_drawer& to, const shown_flesh& of, const tissue_set& set,
                  const entt::registry& registry) {
    for (const auto [e, one] : registry.view<const world_collider>().each()) {
        if (one.body.shape != collider_shape::sphere || one.bone >= 0) {
            continue;
        }
        const vec centre =
            cast<float>(one.at.position) + rotate(one.at.rotation, one.at.scale * one.body.a);
        const float reach = one.at.scale * one.body.radius + touches;
        for (const tissue_probe<float>& probe : set.probes) {
            vec rest = probe.rest;
            for (const tissue_weight<float>& by :
                 std::span(set.probe_weights).subspan(probe.first_weight, probe.weight_count)) {
                rest = rest + by.weight * of.moved()[static_cast<std::size_t>(by.handle)];
            }
            const vec at = of.world(
                rest, std::span(set.probe_shares).subspan(probe.first_share, probe.share_count));
            const vec off = at - centre;
            const float far = length(off);
            if (far < reach && far > 0) {
                add_cross(to, at, 0.008F, probe_colour);
                to.line(at, at + (0.05F / far) * off, probe_colour);
            }
        }
    }
}

} // namespace

void add_flesh_gizmos(line_drawer& to, const entt::registry& registry, const troupe& players) {
    int shown = 0;
    for (const actor& each : players.actors()) {
        if (!each.tier || shown == max_actors) {
            continue;
        }
        ++shown;
        const character& where = registry.get<const character>(each.who);
        const character_kind& kind = *registry.get<const block>(where.block).kind;
        const shown_flesh flesh(registry, each.who, *kind.tissue);
        const tissue::baked_tissue& baked = players.flesh()->baked();
        const float per_metre = 1 / kind.rig.metres_per_unit;
        add_handles(to, flesh, baked, per_metre);
        add_points(to, flesh, baked, per_metre);
        add_contacts(to, flesh, *kind.tissue, registry);
    }
}

} // namespace demo
