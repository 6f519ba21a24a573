#include <jounce/systems/stable/stable_hooks.hpp>

#include <jounce/components/block/block_data.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/systems/animation/constrain.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/contact/world_colliders.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/pose/prepare.hpp>
#include <jounce/systems/stable/stable_frame.hpp>
#include <jounce/systems/stable/stable_pose.hpp>
#include <jounce/systems/stable/stable_view_of.hpp>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace jounce {
namespace {

/// Colliders on bones that springs move are placed once per frame, so frames must not be long.
constexpr float frame_seconds = 1.0F / 30;

/// The character eight times over: kernels work on whole blocks.
void copy_pose(local_pose& from, int lane_of, local_pose& to) {
    for (int lane = 0; lane < lane_count; ++lane) {
        for (std::size_t b = 0; b < to.bones.size(); ++b) {
            set_lane(to.bones[b], lane, get_lane(from.bones[b], lane_of));
        }
        for (std::size_t b = 0; b < to.stretch.size(); ++b) {
            set_lane(to.stretch[b], lane, get_lane(from.stretch[b], lane_of));
        }
    }
}

void surround(entt::registry& registry, entt::entity who, const placement& place,
              const character_kind& kind, block_data& data) {
    const world_collider_list& world = context<world_collider_list>(registry);
    const std::size_t of_kind = kind.springs.stable.colliders.size();
    fit_world_colliders(world, of_kind, data.colliders);
    const placement* at = registry.try_get<placement>(who);
    character_frame now;
    now.at = at;
    now.metres_per_unit = kind.rig.metres_per_unit;
    if (const spring_control* control = registry.try_get<spring_control>(who)) {
        now.control.wind = control->wind;
    }
    environment_lanes<float>& lanes = data.environment.lanes.front();
    for (int lane = 0; lane < lane_count; ++lane) {
        control_state unknown; // it has not been anywhere before, so it does not move
        prepare(now, context<world_forces>(registry), unknown, data.environment, lane);
        lanes.gust.v[lane] = 0;
        place_world_colliders(world, of_kind, place, true, data.colliders, lane);
    }
}

void simulate(const character_kind& kind, block_data& data, float seconds) {
    const stable_view<float> view = stable_view_of(kind, data);
    separation_grid<float> grid = make_separation_grid<float>(kind.springs.stable.springs.size());
    tick_options<float> options;
    options.max_ticks = 1 << 20;
    options.active_lanes = 1;
    options.grid = &grid;
    fk(kind.rig, kind.springs, data.local, data.rigid);
    frame_clock clock;
    const int frames = static_cast<int>(std::ceil(seconds / frame_seconds));
    clock.dt = seconds / static_cast<float>(frames);
    for (int i = 0; i < frames; ++i) {
        clock.time += static_cast<double>(clock.dt);
        const float progress = run_ticks(view, clock, options);
        stable_pose(pose_view_of(view), progress,
                    data.transforms); // colliders follow the shown bones
    }
}

void copy_swing(stable_state& from, stable_state& to, int lane_of) {
    std::vector<std::span<lane<float>>> sources;
    visit_lanes(from, [&](std::span<lane<float>> all) { sources.push_back(all); });
    std::size_t array = 0;
    visit_lanes(to, [&](std::span<lane<float>> all) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i].v[lane_of] = sources[array][i].v[0];
        }
        ++array;
    });
    // Nothing moved on the way here.
    for (spring_state<float>& one : to.springs) {
        set_lane(one.before, lane_of, get_lane(one.deflection, lane_of));
    }
}

} // namespace

void warm_up_stable(entt::registry& registry, entt::entity who, const character& at,
                    const placement& place, float seconds) {
    const character_kind& kind = *registry.get<block>(at.block).kind;
    block_data data = make_block_data(kind);
    copy_pose(registry.get<local_pose>(at.block), at.lane, data.local);
    constrain(kind.rig, kind.constraints, data.local);
    surround(registry, who, place, kind, data);
    simulate(kind, data, seconds);
    copy_swing(data.stable, registry.get<stable_state>(at.block), at.lane);
    // The character's history belongs to another pose and placement.
    rest_lane(registry.get<carried_motion>(at.block), kind, at.lane);
}

} // namespace jounce
