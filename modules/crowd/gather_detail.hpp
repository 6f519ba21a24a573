#pragma once

#include <jounce/components/world/detail_budget.hpp>
#include <jounce/modules/crowd/plan_levels.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <vector>

namespace jounce {

/// The level of a character, or the one that it changes to: frozen while it fades, awake while
/// it wakes.
std::int32_t effective_level(const entt::registry& registry, entt::entity character);

/// Lists the characters whose solver has levels of detail with what each of their levels costs, the least
/// important first, and with the finest level that distance allows as their target.
/// @param spring_scale  `detail_cost::per_spring_work`
void gather_detail(entt::registry& registry, const detail_budget& by, double frame_seconds,
                   double spring_scale, std::vector<detail_entry>& to);

} // namespace jounce
