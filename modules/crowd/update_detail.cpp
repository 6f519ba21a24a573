#include <jounce/modules/crowd/update_detail.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/base/assert.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/detail_budget.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/detail_cost.hpp>
#include <jounce/modules/crowd/gather_detail.hpp>
#include <jounce/modules/crowd/open_crowd.hpp>
#include <jounce/modules/crowd/plan_levels.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/wake.hpp>
#include <jounce/modules/profiling/clock.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/pose/tick_range.hpp>
#include <jounce/systems/solver.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace jounce {
namespace {

/// Shares of the budget: above `too_much` characters are lowered until it is `aim_down`, below
/// `room` they are raised until it is `aim_up`. Between them nothing changes.
constexpr double too_much = 0.95;
constexpr double aim_down = 0.88;
constexpr double aim_up = 0.85;
constexpr double room = 0.78;
constexpr int patience = 12; ///< frames that must have had room before characters are raised

constexpr double emergency = 1.3;  ///< times the budget
constexpr int emergency_moves = 4; ///< times the usual

/// State of the update between frames. In the registry's context.
struct detail_memory {
    detail_cost cost;
    std::vector<detail_entry> characters;
    double frame_seconds = 0; ///< smoothed
    int frames_with_room = 0;
    bool is_engaged = false; ///< characters may be coarser than they would be without it
};

/// The work of the frame that was just measured.
detail_work last_work(const entt::registry& registry, const crowd_index& index,
                      const frame_clock& clock, const time_control& control) {
    detail_work out;
    for (const entt::entity e : index.blocks) {
        const block& home = registry.get<block>(e);
        const character_kind& kind = *home.kind;
        // A block costs the same however many of its lanes are in use.
        out.fixed +=
            detail_work::per_bone * lane_count * static_cast<double>(kind.rig.parents.size());
        if (home.solver->levels != nullptr && home.level < frozen_level) {
            double count = 1; // solvers without ticks step once per frame
            if (home.solver->tick_seconds != nullptr) {
                const tick_range ticks =
                    ticks_of(home.solver->tick_seconds(kind), home.level, clock, control.max_ticks);
                count = static_cast<double>(ticks.last - ticks.first + 1);
            }
            out.springs += detail_work::per_tick * lane_count *
                           static_cast<double>(springs_of_work(home)) *
                           (count + detail_work::shown_ticks);
        }
    }
    return out;
}

/// Chooses targets so that the budget holds. Returns whether it is far exceeded now.
bool plan_for_budget(const detail_budget& by, double fixed_ms, detail_memory& memory,
                     detail_report& report) {
    double now = fixed_ms;
    double least = fixed_ms;
    for (const detail_entry& one : memory.characters) {
        const std::int32_t level = std::clamp(one.level, one.finest, one.coarsest);
        now += static_cast<double>(one.cost[static_cast<std::size_t>(level)]);
        least += static_cast<double>(one.cost[static_cast<std::size_t>(one.coarsest)]);
    }
    report.over_budget = least > by.milliseconds;
    // A trace more than what is: then the plan is what is, or the same cost in the right order.
    double most = now * (1 + 1e-5);
    if (now > too_much * by.milliseconds) {
        most = aim_down * by.milliseconds;
        memory.frames_with_room = 0;
    } else if (now < room * by.milliseconds) {
        if (++memory.frames_with_room >= patience) {
            most = aim_up * by.milliseconds;
        }
    } else {
        memory.frames_with_room = 0;
    }
    report.predicted_ms = fixed_ms + plan_levels(memory.characters, most - fixed_ms);
    return now > emergency * by.milliseconds;
}

/// Moves one character towards its target.
/// @return whether that was work: it changed block or is about to
bool move(entt::registry& registry, const detail_entry& one, const frame_clock& clock) {
    const character& at = registry.get<character>(one.who);
    const block& home = registry.get<block>(at.block);
    control_state& control = control_state_of(registry, one.who);
    if (home.level == frozen_level) {
        if (one.target == frozen_level) {
            registry.remove<waking>(one.who);
            return false;
        }
        if (!registry.all_of<waking>(one.who)) {
            begin_wake(registry, one.who, one.target);
            return true;
        }
        return continue_wake(registry, one.who);
    }
    if (one.target == frozen_level && !home.solver->feels_world) {
        return set_level(registry, one.who, frozen_level); // it has no weight to fade by
    }
    if (one.target == frozen_level) {
        control.detail_wanted = 0;
        return control.detail_weight <= 0 && set_level(registry, one.who, frozen_level);
    }
    control.detail_wanted = 1;
    if (one.target == home.level) {
        return false;
    }
    const std::int32_t next = home.level + (one.target > home.level ? 1 : -1);
    if (home.solver->tick_seconds == nullptr) {
        return set_level(registry, one.who, next);
    }
    const double tick = home.solver->tick_seconds(*home.kind);
    const bool may_wait = !ticks_coincide(tick, clock, home.level, next) &&
                          ticks_coincide_soon(tick, clock, home.level, next);
    return !may_wait && set_level(registry, one.who, next);
}

} // namespace

bool decides_detail(entt::registry& registry) {
    const detail_budget& by = context<detail_budget>(registry);
    return by.milliseconds > 0 || by.by_distance || context<detail_memory>(registry).is_engaged;
}

void update_detail(entt::registry& registry, double last_frame_ms) {
    crowd_index& index = open_crowd(registry);
    JOUNCE_ASSERT(!index.running, "levels of detail are decided between frames");
    if (index.running) {
        return;
    }
    const detail_budget by = context<detail_budget>(registry);
    const frame_clock& clock = context<frame_clock>(registry);
    detail_memory& memory = context<detail_memory>(registry);
    detail_report& report = context<detail_report>(registry);
    report = {};
    report.budget_ms = by.milliseconds;
    report.measured_ms = last_frame_ms;

    const double dt = static_cast<double>(clock.dt);
    memory.frame_seconds =
        memory.frame_seconds > 0 ? memory.frame_seconds + 0.1 * (dt - memory.frame_seconds) : dt;
    const detail_work work = last_work(registry, index, clock, context<time_control>(registry));
    memory.cost.learn(work, last_frame_ms);
    gather_detail(registry, by, memory.frame_seconds, memory.cost.per_spring_work(),
                  memory.characters);
    bool is_emergency = false;
    if (by.milliseconds > 0) {
        if (!memory.cost.is_known()) {
            for (detail_entry& one : memory.characters) {
                one.target = std::clamp(one.level, one.finest, one.coarsest);
            }
        } else {
            is_emergency =
                plan_for_budget(by, memory.cost.per_fixed_work() * work.fixed, memory, report);
        }
    }

    int moves_left = std::max(1, by.moves_per_frame) * (is_emergency ? emergency_moves : 1);
    bool has_moved = false;
    const auto visit = [&](const detail_entry& one) {
        if (moves_left > 0 && move(registry, one, clock)) {
            has_moved = true;
            --moves_left;
        }
        const std::int32_t level = effective_level(registry, one.who);
        report.lowered += level > one.level ? 1 : 0;
        report.raised += level < one.level ? 1 : 0;
    };
    // Step by step as the plan makes them, and back the same way: should the moves run out, what is
    // left is still a state that a plan would choose. Those that have arrived may have a fade or a
    // wake to finish.
    for (std::int32_t level = 0; level <= frozen_level; ++level) {
        for (const detail_entry& one : memory.characters) {
            if (one.level == level && one.target >= level) {
                visit(one);
            }
        }
    }
    for (std::int32_t level = frozen_level; level > 0; --level) {
        for (std::size_t i = memory.characters.size(); i-- > 0;) {
            const detail_entry& one = memory.characters[i];
            if (one.level == level && one.target < level) {
                visit(one);
            }
        }
    }
    if (has_moved) {
        compact(registry);
    }
    memory.is_engaged = by.milliseconds > 0 || by.by_distance;
    for (const detail_entry& one : memory.characters) {
        const std::int32_t level = effective_level(registry, one.who);
        ++report.characters[static_cast<std::size_t>(level)];
        memory.is_engaged = memory.is_engaged || level != one.finest;
    }
}

std::uint64_t update_detail(entt::registry& registry, double last_frame_ms, std::uint64_t start) {
    update_detail(registry, last_frame_ms);
    const std::uint64_t end = now_ns();
    context<detail_report>(registry).update_ms = 1e-6 * static_cast<double>(end - start);
    return end;
}

} // namespace jounce
