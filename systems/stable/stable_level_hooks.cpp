#include <jounce/systems/stable/stable_hooks.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/systems/contact/world_colliders.hpp>
#include <jounce/systems/pose/tick_range.hpp>
#include <jounce/systems/stable/change_rate.hpp>
#include <jounce/systems/stable/place_kind_colliders.hpp>
#include <jounce/systems/stable/stable_block_system.hpp>

#include <cstddef>

namespace jounce {
namespace {

/// Animations that cut from pose to pose have no velocity worth keeping.
constexpr float fastest = 50; ///< m/s, model space

/// The animated pose of the last frame, of characters that were frozen in it: they showed just that.
rigid_pose pose_when_frozen(const entt::registry& registry, entt::entity e) {
    const bone_transforms& shown = registry.get<bone_transforms>(e);
    return {shown.bones, shown.linear, {}};
}

void change_level(entt::registry& registry, const character& at, std::int32_t from,
                  std::int32_t to) {
    const character_kind& kind = *registry.get<block>(at.block).kind;
    stable_state& springs = registry.get<stable_state>(at.block);
    if (from == frozen_level) {
        rest_lane(springs, kind, at.lane);
        rest_lane(registry.get<carried_motion>(at.block), kind, at.lane);
    } else if (to != frozen_level) {
        change_rate(kind.springs.stable, context<frame_clock>(registry), from, to, springs,
                    at.lane);
    }
}

void remember_tails(const entt::registry& registry, const character& at,
                    std::vector<vec3<float>>& places) {
    for (const lane_vec3<float>& tail : registry.get<pose_history>(at.block).tails) {
        places.push_back(get_lane(tail, at.lane));
    }
}

/// How the animation and the character's own motion moved each tail in the last frame, m/s, along
/// the model's axes.
std::vector<vec3<float>> measure_tails(entt::registry& registry, const character& at,
                                       std::span<const vec3<float>> before) {
    const environment_lanes<float>& frame = registry.get<frame_environment>(at.block).lanes.front();
    const pose_history& history = registry.get<pose_history>(at.block);
    const float dt = context<frame_clock>(registry).dt;
    const quat<float> turn = get_lane(frame.turn, at.lane);
    const vec3<float> shift = get_lane(frame.shift, at.lane);
    std::vector<vec3<float>> out;
    for (std::size_t s = 0; s < before.size(); ++s) {
        const vec3<float> carried = frame.growth.v[at.lane] * rotate(turn, before[s]) + shift;
        const vec3<float> velocity = (1 / dt) * (get_lane(history.tails[s], at.lane) - carried);
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

/// Springs at rest that move along with their parents.
void start_moving(entt::registry& registry, const character& at,
                  std::span<const vec3<float>> velocities) {
    const rigid_pose animated = pose_when_frozen(registry, at.block);
    stable_scratch unused; // nothing ticks here
    const stable_view<float> block = stable_block_system(registry).view_of(
        at.block, registry.get<local_pose>(at.block), animated, unused);
    place_as_animated(block, at.lane);
    const tick_range ticks =
        ticks_of(static_cast<double>(block.set.tick_seconds),
                 registry.get<jounce::block>(at.block).level, context<frame_clock>(registry), 1);
    const float since_tick = static_cast<float>(ticks.progress * ticks.seconds);
    for (std::size_t s = 0; s < velocities.size(); ++s) {
        spring_state<float>& spring = block.state.springs[s];
        const vec3<float> at_tick =
            get_lane(block.history.tails[s], at.lane) - since_tick * velocities[s];
        set_lane(spring.position, at.lane, at_tick);
        set_lane(spring.velocity, at.lane, velocities[s]);
        set_lane(spring.drive, at.lane, velocities[s]);
    }
    block.carried.lanes.front().jump.v[at.lane] = 0;
}

} // namespace

const level_hooks stable_levels = {change_level, remember_tails, measure_tails, start_moving};

} // namespace jounce
