#include <jounce/modules/crowd/gather_detail.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/host/detail_control.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/detail_budget.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/detail_cost.hpp>
#include <jounce/modules/crowd/wake.hpp>
#include <jounce/systems/solver.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace jounce {
namespace {

constexpr double come_back_at = 0.9; ///< of a distance

float sane_importance(const detail_control& of) {
    return of.importance > 0 && std::isfinite(of.importance) ? of.importance : 0.0F;
}

/// Cost of one character beyond that of every level.
std::array<float, frozen_level + 1> level_costs(std::size_t springs, double tick_seconds,
                                                double frame_seconds, bool every_frame,
                                                double scale) {
    std::array<float, frozen_level + 1> out{};
    const double all = scale * detail_work::per_tick * static_cast<double>(springs);
    for (int level = 0; level < frozen_level; ++level) {
        double ticks = frame_seconds / (tick_seconds * (1 << level));
        if (every_frame) {
            ticks = std::ceil(ticks - 0.01);
        }
        out[static_cast<std::size_t>(level)] =
            static_cast<float>(all * (ticks + detail_work::shown_ticks));
    }
    return out;
}

/// Solvers without ticks step once per frame.
double tick_seconds_of(const block& home, double frame_seconds) {
    return home.solver->tick_seconds != nullptr ? home.solver->tick_seconds(*home.kind)
                                                : std::max(frame_seconds, 1e-6);
}

std::int32_t level_by_distance(const detail_budget& by, const placement* at, std::int32_t now) {
    const vec3<double> position = at != nullptr ? at->position : vec3<double>{};
    const double away = length(position - by.viewer);
    std::int32_t level = 0;
    for (std::int32_t next = 1; next <= frozen_level; ++next) {
        const double limit = static_cast<double>(by.distances[static_cast<std::size_t>(next - 1)]);
        if (away > (now >= next ? come_back_at * limit : limit)) {
            level = next;
        }
    }
    return level;
}

} // namespace

std::int32_t effective_level(const entt::registry& registry, entt::entity who) {
    if (const waking* wakes = registry.try_get<waking>(who)) {
        return wakes->level;
    }
    const block& home = registry.get<block>(registry.get<character>(who).block);
    return control_state_of(registry, who).detail_wanted > 0 ? home.level : frozen_level;
}

void gather_detail(entt::registry& registry, const detail_budget& by, double frame_seconds,
                   double spring_scale, std::vector<detail_entry>& to) {
    to.clear();
    for (const auto [who, at] : registry.view<const character>().each()) {
        const block& home = registry.get<block>(at.block);
        if (home.solver->levels == nullptr) {
            continue;
        }
        detail_entry one;
        one.who = who;
        one.level = effective_level(registry, who);
        if (const detail_control* of = registry.try_get<detail_control>(who)) {
            one.importance = sane_importance(*of);
            one.finest = std::min<std::int32_t>(of->finest, frozen_level);
            one.coarsest = std::clamp<std::int32_t>(of->coarsest, one.finest, frozen_level);
        }
        if (by.by_distance) {
            const std::int32_t far =
                level_by_distance(by, registry.try_get<placement>(who), one.level);
            one.finest = std::clamp(far, one.finest, one.coarsest);
        }
        one.target = one.finest;
        one.cost = level_costs(springs_of_work(home), tick_seconds_of(home, frame_seconds),
                               frame_seconds, by.every_frame, spring_scale);
        to.push_back(one);
    }
    sort_by_importance(to);
}

} // namespace jounce
