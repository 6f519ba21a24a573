#include <jounce/modules/crowd/wake.hpp>

#include <jounce/components/block/character.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/solver.hpp>

namespace jounce {
namespace {

const level_hooks& hooks_of(const entt::registry& registry, const character& at) {
    return *registry.get<block>(at.block).solver->levels;
}

} // namespace

void begin_wake(entt::registry& registry, entt::entity who, std::int32_t level) {
    const character at = registry.get<character>(who);
    waking& begun = registry.emplace_or_replace<waking>(who);
    begun.level = level;
    begun.frame = context<frame_clock>(registry).frame;
    if (const level_hooks& hooks = hooks_of(registry, at); hooks.remember != nullptr) {
        hooks.remember(registry, at, begun.places);
    }
}

bool continue_wake(entt::registry& registry, entt::entity who) {
    const frame_clock& clock = context<frame_clock>(registry);
    const waking& begun = registry.get<waking>(who);
    if (clock.frame == begun.frame) {
        return false;
    }
    const std::int32_t level = begun.level;
    const bool is_one_frame = clock.frame == begun.frame + 1 && clock.dt > 0;
    const level_hooks& hooks = hooks_of(registry, registry.get<character>(who));
    const bool moves = is_one_frame && hooks.measure != nullptr && hooks.start != nullptr;
    std::vector<vec3<float>> velocities;
    if (moves) {
        velocities = hooks.measure(registry, registry.get<character>(who), begun.places);
    }
    registry.remove<waking>(who);
    set_level(registry, who, level);
    control_state& control = control_state_of(registry, who);
    control.detail_weight = 0;
    control.detail_wanted = 1;
    if (moves) {
        hooks.start(registry, registry.get<character>(who), velocities);
    }
    return true;
}

} // namespace jounce
