#include <jounce/modules/crowd/spring_actions.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/world_collider_list.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/gather_colliders.hpp>
#include <jounce/modules/crowd/socket.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/solver.hpp>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

/// Where a character lives if something may be done to it now.
const character* find_idle(const entt::registry& registry, entt::entity who) {
    const crowd_index* index = registry.ctx().find<crowd_index>();
    const bool busy = index != nullptr && index->running;
    JOUNCE_ASSERT(!busy, "springs are pushed and reset between frames, not while a pipeline runs");
    const bool alive = is_character(registry, who);
    JOUNCE_ASSERT(alive, "this handle is stale: its character was despawned");
    return alive && !busy ? &registry.get<character>(who) : nullptr;
}

spring_control& control_of(entt::registry& registry, entt::entity who) {
    spring_control* found = registry.try_get<spring_control>(who);
    return found != nullptr ? *found : registry.emplace<spring_control>(who);
}

const solver& solver_of(const entt::registry& registry, const character& at) {
    return *registry.get<block>(at.block).solver;
}

/// Whether prepare visits it: its springs feel the world, or its flesh does.
bool feels_world(const entt::registry& registry, const character& at) {
    const block& home = registry.get<block>(at.block);
    return home.solver->feels_world || home.kind->tissue != nullptr;
}

/// A world vector along the axes of a character, in units of its rig.
vec3<float> into_model(const entt::registry& registry, entt::entity who, const vec3<float>& v) {
    const placement at = placement_of(registry, who);
    const quat<double> q = normalised(cast<double>(at.rotation));
    const quat<double> back = {-q.x, -q.y, -q.z, q.w};
    return cast<float>((1 / static_cast<double>(at.scale)) * rotate(back, cast<double>(v)));
}

bool is_finite(const vec3<float>& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

} // namespace

void teleport(entt::registry& registry, entt::entity who) {
    const character* at = find_idle(registry, who);
    if (at != nullptr && feels_world(registry, *at)) {
        control_of(registry, who).teleport = true;
    }
}

void reset_springs(entt::registry& registry, entt::entity who) {
    const character* at = find_idle(registry, who);
    if (at == nullptr) {
        return;
    }
    const solver& of = solver_of(registry, *at);
    if (feels_world(registry, *at)) {
        control_of(registry, who).reset = true;
    }
    if (of.feels_world) {
        return;
    }
    const character_kind& kind = *registry.get<block>(at->block).kind;
    for (const block_component& one : of.components) {
        if (one.rest != nullptr && is_wanted(one, kind)) {
            one.rest(registry, at->block, kind, at->lane);
        }
    }
}

bool add_impulse(entt::registry& registry, entt::entity who, std::int32_t bone,
                 const vec3<float>& newton_seconds) {
    const character* at = find_idle(registry, who);
    if (at == nullptr) {
        return false;
    }
    const vec3<float> impulse = into_model(registry, who, newton_seconds);
    if (!is_finite(impulse)) {
        return false;
    }
    const solver& of = solver_of(registry, *at);
    return (of.push != nullptr && of.push(registry, *at, bone, impulse)) ||
           push_reactive_bone(registry, *at, bone, impulse);
}

double spring_energy(const entt::registry& registry, entt::entity who) {
    const character* at = find_idle(registry, who);
    const solver* of = at != nullptr ? &solver_of(registry, *at) : nullptr;
    return of != nullptr && of->energy != nullptr ? of->energy(registry, *at) : 0;
}

bool warm_up(entt::registry& registry, entt::entity who, float seconds) {
    constexpr float longest = 60;
    const character* at = find_idle(registry, who);
    if (at == nullptr || !(seconds > 0) || solver_of(registry, *at).warm_up == nullptr) {
        return false;
    }
    gather_world_colliders(registry, context<world_collider_list>(registry));
    solver_of(registry, *at)
        .warm_up(registry, who, *at, placement_of(registry, who), std::min(seconds, longest));
    return true;
}

} // namespace jounce
