#pragma once

#include <jounce/systems/solver.hpp>

namespace jounce {

// Functions of the stable solver that are called between frames. See `solver`.

extern const level_hooks stable_levels;
extern const collider_hooks stable_colliders;

bool push_stable(entt::registry& registry, const character& at, std::int32_t bone,
                 const vec3<float>& impulse);
double stable_energy(const entt::registry& registry, const character& at);
void warm_up_stable(entt::registry& registry, entt::entity who, const character& at,
                    const placement& place, float seconds);

} // namespace jounce
