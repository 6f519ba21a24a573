#include "gizmos.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/crowd/character_access.hpp>

#include <algorithm>
#include <cmath>

namespace demo {

using namespace jounce;

namespace {

constexpr std::size_t max_actors = 64;
constexpr std::uint32_t bone_colour = 0xFFFFFFFF;
constexpr std::uint32_t spring_bone_colour = 0xFF30C0FF;
constexpr std::uint32_t deflection_colour = 0xFF2040FF;
constexpr std::uint32_t collider_colour = 0xFF60E060;
constexpr std::uint32_t limit_colour = 0xC0FFB040;

using vec = vec3<float>;

/// One character's numbers, and where it stands.
struct seen {
    const character_kind& kind;
    const rigid_pose& animated;
    const bone_transforms& final;
    int lane;
    placement at;

    vec world(const vec& p) const {
        const vec moved = rotate(at.rotation, at.scale * p);
        return moved + cast<float>(at.position);
    }
    transform<float> bone(std::int32_t b) const {
        return get_lane(final.bones[static_cast<std::size_t>(b)], lane);
    }
    transform<float> animated_bone(std::int32_t b) const {
        return get_lane(animated.bones[static_cast<std::size_t>(b)], lane);
    }
};

vec apply(const transform<float>& t, const vec& p) {
    return t.translation + rotate(t.rotation, t.scale * p);
}

vec tail_local(const seen& of, std::int32_t bone) {
    return of.kind.rig.tail_local[static_cast<std::size_t>(bone)];
}

void add_bones(line_drawer& to, const seen& of) {
    for (std::int32_t b = 0; b < of.kind.rig.bone_count(); ++b) {
        const auto& springs = of.kind.springs.stable.springs;
        const bool is_spring =
            std::any_of(springs.begin(), springs.end(), [b](const auto& s) { return s.bone == b; });
        const transform<float> bone = of.bone(b);
        to.line(of.world(bone.translation), of.world(apply(bone, tail_local(of, b))),
                is_spring ? spring_bone_colour : bone_colour);
    }
}

void add_springs(line_drawer& to, const seen& of) {
    for (const stable_spring<float>& spring : of.kind.springs.stable.springs) {
        const vec tail = tail_local(of, spring.bone);
        to.line(of.world(apply(of.animated_bone(spring.bone), tail)),
                of.world(apply(of.bone(spring.bone), tail)), deflection_colour);
    }
}

void add_colliders(line_drawer& to, const seen& of) {
    for (const bone_collider& each : of.kind.springs.stable.colliders) {
        const transform<float> bone = of.bone(each.bone);
        const float size = bone.scale * of.at.scale;
        const vec a = of.world(apply(bone, each.body.a));
        if (each.body.shape == collider_shape::sphere) {
            to.sphere(a, size * each.body.radius, collider_colour);
        } else if (each.body.shape == collider_shape::capsule) {
            to.capsule(a, size * each.body.radius, of.world(apply(bone, each.body.b)),
                       size * each.body.radius_b, collider_colour);
        }
    }
}

/// The rim of each cone, as far out as the bone is long.
void add_limits(line_drawer& to, const seen& of) {
    for (const stable_spring<float>& spring : of.kind.springs.stable.springs) {
        if (spring.limit != limit_shape::cone) {
            continue;
        }
        // Deflections are 4 tan of a quarter of the angle.
        const float angle = 4 * std::atan(spring.limit_x / 4);
        const transform<float> bone = of.bone(spring.bone);
        const vec axis =
            rotate(of.at.rotation, rotate(of.animated_bone(spring.bone).rotation, spring.axis));
        const float reach = spring.length * bone.scale * of.at.scale;
        const vec head = of.world(bone.translation);
        const vec centre = head + reach * std::cos(angle) * axis;
        to.circle(centre, axis, reach * std::sin(angle), limit_colour);
        to.line(head, head + reach * axis, limit_colour);
    }
}

} // namespace

void add_gizmos(line_drawer& to, const entt::registry& registry, const troupe& players,
                const shown_gizmos& which) {
    const std::size_t count = std::min(players.actors().size(), max_actors);
    for (std::size_t i = 0; i < count; ++i) {
        const entt::entity who = players.actors()[i].who;
        const character& where = registry.get<const character>(who);
        const placement* at = registry.try_get<const placement>(who);
        rigid_pose animated;
        animated_pose(registry, where.block, animated);
        const seen of{*registry.get<const block>(where.block).kind, animated,
                      registry.get<const bone_transforms>(where.block), where.lane,
                      at != nullptr ? *at : placement{}};
        if (which.bones) {
            add_bones(to, of);
        }
        if (which.springs) {
            add_springs(to, of);
        }
        if (which.colliders) {
            add_colliders(to, of);
        }
        if (which.limits) {
            add_limits(to, of);
        }
    }
}

} // namespace demo
