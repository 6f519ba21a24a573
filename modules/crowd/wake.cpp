#include <jounce/modules/crowd/wake.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/contact/world_colliders.hpp>
#include <jounce/systems/pose/tick_range.hpp>
#include <jounce/systems/stable/place_kind_colliders.hpp>

#include <cmath>
#include <cstddef>
#include <utility>

namespace jounce {
namespace {

/// Animations that cut from pose to pose have no velocity worth keeping.
constexpr float fastest = 50; ///< m/s, model space

/// The animated pose of the last frame, of characters that were frozen in it: they showed just that.
rigid_pose pose_when_frozen(const entt::registry& registry, entt::entity e) {
    const bone_transforms& shown = registry.get<bone_transforms>(e);
    return {shown.bones, shown.linear, {}};
}

stable_view<float> view_of(entt::registry& registry, entt::entity e, const character_kind& kind,
                           const rigid_pose& animated, stable_scratch& scratch) {
    return {kind.rig,
            kind.springs.stable,
            registry.get<local_pose>(e),
            animated,
            registry.get<pose_history>(e),
            registry.get<frame_environment>(e),
            registry.get<block_colliders>(e),
            registry.get<stable_state>(e),
            scratch,
            registry.get<bone_transforms>(e)};
}

/// How the animation and the character's own motion moved each tail in the last frame, m/s, along
/// the model's axes.
std::vector<vec3<float>> measured_velocities(const stable_view<float>& block, int lane,
                                             const std::vector<vec3<float>>& before, float dt) {
    const environment_lanes<float>& frame = block.conditions.lanes.front();
    const quat<float> turn = get_lane(frame.turn, lane);
    const vec3<float> shift = get_lane(frame.shift, lane);
    std::vector<vec3<float>> out;
    for (std::size_t s = 0; s < before.size(); ++s) {
        const vec3<float> carried = frame.growth.v[lane] * rotate(turn, before[s]) + shift;
        const vec3<float> velocity = (1 / dt) * (get_lane(block.history.tails[s], lane) - carried);
        out.push_back(length(velocity) <= fastest ? velocity : vec3<float>{});
    }
    return out;
}

/// Colliders have been left where they were when the character was frozen.
void place_as_animated(const stable_view<float>& block, int lane) {
    // Of the other lanes this repeats what the next frame does first.
    place_kind_colliders(block);
    for (std::size_t c = 0; c < block.colliders.traits.size(); ++c) {
        copy_lane(block.colliders.frame_end[c], block.colliders.frame_start[c], lane);
        copy_lane(block.colliders.frame_end[c], block.colliders.tick_end[c], lane);
    }
}

/// Springs at rest that move along with what they hang on.
void start_moving(const stable_view<float>& block, int lane, const frame_clock& clock,
                  std::int32_t level, const std::vector<vec3<float>>& velocities) {
    const tick_range ticks = ticks_of(static_cast<double>(block.set.tick_seconds), level, clock, 1);
    const float since_tick = static_cast<float>(ticks.progress * ticks.seconds);
    for (std::size_t s = 0; s < velocities.size(); ++s) {
        spring_state<float>& spring = block.swing.springs[s];
        const vec3<float> at_tick =
            get_lane(block.history.tails[s], lane) - since_tick * velocities[s];
        set_lane(spring.position, lane, at_tick);
        set_lane(spring.velocity, lane, velocities[s]);
        set_lane(spring.drive, lane, velocities[s]);
    }
    block.conditions.lanes.front().jump.v[lane] = 0;
}

} // namespace

void begin_wake(entt::registry& registry, entt::entity who, std::int32_t level) {
    const character& at = registry.get<character>(who);
    const pose_history& history = registry.get<pose_history>(at.block);
    waking& begun = registry.emplace_or_replace<waking>(who);
    begun.level = level;
    begun.frame = context<frame_clock>(registry).frame;
    for (const lane_vec3<float>& tail : history.tails) {
        begun.tails.push_back(get_lane(tail, at.lane));
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
    stable_scratch unused; // nothing ticks here
    std::vector<vec3<float>> velocities;
    if (is_one_frame) {
        const character& at = registry.get<character>(who);
        const character_kind& kind = *registry.get<block>(at.block).kind;
        const rigid_pose animated = pose_when_frozen(registry, at.block);
        velocities = measured_velocities(view_of(registry, at.block, kind, animated, unused),
                                         at.lane, begun.tails, clock.dt);
    }
    registry.remove<waking>(who);
    set_level(registry, who, level);
    control_state& control = control_state_of(registry, who);
    control.detail_weight = 0;
    control.detail_wanted = 1;
    if (is_one_frame) {
        const character& at = registry.get<character>(who);
        const character_kind& kind = *registry.get<block>(at.block).kind;
        const rigid_pose animated = pose_when_frozen(registry, at.block);
        const stable_view<float> block = view_of(registry, at.block, kind, animated, unused);
        place_as_animated(block, at.lane);
        start_moving(block, at.lane, clock, level, velocities);
    }
    return true;
}

} // namespace jounce
