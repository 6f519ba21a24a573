#include <jounce/modules/crowd/spring_actions.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/socket.hpp>
#include <jounce/systems/block_system.hpp>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

/// Where a character lives if something may be done to it now.
const character* find_idle(entt::registry& registry, entt::entity who) {
    const bool busy = context<crowd_index>(registry).running;
    JOUNCE_ASSERT(!busy, "springs are pushed and reset between frames, not while a pipeline runs");
    const bool alive = is_character(registry, who);
    JOUNCE_ASSERT(alive, "this handle is stale: its character was despawned");
    return alive && !busy ? &registry.get<character>(who) : nullptr;
}

spring_control& control_of(entt::registry& registry, entt::entity who) {
    spring_control* found = registry.try_get<spring_control>(who);
    return found != nullptr ? *found : registry.emplace<spring_control>(who);
}

/// Those are controlled through `spring_control`.
bool has_ticks(const character_kind& kind) { return kind.springs.solver != solver_kind::reference; }

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

void push(const stable_spring<float>& spring, spring_state<float>& state, int lane,
          const vec3<float>& impulse) {
    const vec3<float> drive = get_lane(state.drive, lane);
    vec3<float> own = get_lane(state.velocity, lane) - drive + spring.inverse_mass * impulse;
    const float speed = length(own);
    if (speed > spring.max_speed) {
        own = (spring.max_speed / speed) * own;
    }
    set_lane(state.velocity, lane, drive + own);
}

} // namespace

void teleport(entt::registry& registry, entt::entity who) {
    const character* at = find_idle(registry, who);
    if (at != nullptr && has_ticks(*registry.get<block>(at->block).kind)) {
        control_of(registry, who).teleport = true;
    }
}

void reset_springs(entt::registry& registry, entt::entity who) {
    const character* at = find_idle(registry, who);
    if (at == nullptr) {
        return;
    }
    const character_kind& kind = *registry.get<block>(at->block).kind;
    if (has_ticks(kind)) {
        control_of(registry, who).reset = true;
    } else {
        rest_lane(registry.get<reference_state>(at->block), kind, at->lane);
        rest_lane(registry.get<dynamic_pose>(at->block), kind, at->lane);
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
    const spring_set& set = registry.get<block>(at->block).kind->springs;
    const auto is_it = [&](const auto& spring) { return spring.bone == bone; };
    const auto stable = std::ranges::find_if(set.stable.springs, is_it);
    if (stable != set.stable.springs.end()) {
        const std::ptrdiff_t s = stable - set.stable.springs.begin();
        push(*stable, registry.get<stable_state>(at->block).springs[static_cast<std::size_t>(s)],
             at->lane, impulse);
        return true;
    }
    const auto reference = std::ranges::find_if(set.springs, is_it);
    if (reference != set.springs.end()) {
        const std::ptrdiff_t s = reference - set.springs.begin();
        lane_vec3<float>& velocity = registry.get<reference_state>(at->block)
                                         .particles[static_cast<std::size_t>(s)]
                                         .velocity;
        set_lane(velocity, at->lane,
                 get_lane(velocity, at->lane) + (1 / reference->mass) * impulse);
        return true;
    }
    return false;
}

namespace {

/// Of a bone in its animated pose, in model space.
double scale_of(const local_pose& pose, const rig& of, std::int32_t bone, int lane) {
    double scale = 1;
    for (std::int32_t b = bone; b >= 0; b = of.parents[static_cast<std::size_t>(b)]) {
        scale *= static_cast<double>(pose.bones[static_cast<std::size_t>(b)].scale.v[lane]);
    }
    return scale;
}

} // namespace

double spring_energy(entt::registry& registry, entt::entity who) {
    const character* at = find_idle(registry, who);
    if (at == nullptr) {
        return 0;
    }
    const character_kind& kind = *registry.get<block>(at->block).kind;
    const basic_stable_set<float>& set = kind.springs.stable;
    const stable_state& state = registry.get<stable_state>(at->block);
    const local_pose& pose = registry.get<local_pose>(at->block);
    double sum = 0;
    for (std::size_t w = 0; w < set.walk.size(); ++w) {
        if (set.walk[w].spring < 0) {
            continue;
        }
        const std::size_t s = static_cast<std::size_t>(set.walk[w].spring);
        const stable_spring<float>& spring = set.springs[s];
        const spring_state<float>& now = state.springs[s];
        const vec3<double> y = cast<double>(get_lane(now.deflection, at->lane));
        const vec3<double> speed = cast<double>(get_lane(now.velocity, at->lane)) -
                                   cast<double>(get_lane(now.drive, at->lane));
        // The bone's length in model space, without what the spring stretches it.
        const double size =
            static_cast<double>(spring.length) * scale_of(pose, kind.rig, spring.bone, at->lane);
        const double rate2 = std::abs(size) > 1e-12 ? dot(speed, speed) / (size * size) : 0.0;
        const double along = dot(cast<double>(spring.axis), y);
        const double across2 = dot(y, y) - along * along;
        const double pull = static_cast<double>(spring.bend_omega2) * across2 +
                            static_cast<double>(spring.axial_omega2) * along * along;
        sum += 0.5 * static_cast<double>(spring.inertia) * (rate2 + pull);
    }
    return sum;
}

} // namespace jounce
