#include <jounce/systems/stable/tick_system.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/tick_slots.hpp>
#include <jounce/components/world/force_hook.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/contact/world_colliders.hpp>
#include <jounce/systems/pose/check_host_input.hpp>
#include <jounce/systems/pose/check_lanes.hpp>
#include <jounce/systems/pose/log_tick.hpp>
#include <jounce/systems/stable/stable_frame.hpp>
#include <jounce/systems/stable/tick.hpp>

#include <algorithm>
#include <bit>

namespace jounce {
namespace {

/// Callbacks of the ticks of one block: the host's forces, and the log.
struct block_calls {
    const force_hook* hook;
    entt::entity block;
    const character_kind* kind;
    stable_state* state;
    tick_slots* slots;
    host_faults* faults;
    std::uint32_t active;

    static void force(void* self, const stable_state& state, std::span<lane_vec3<float>> forces) {
        const block_calls& to = *static_cast<const block_calls*>(self);
        to.hook->call(to.hook->user, to.block, *to.kind, state, forces);
        if (const std::uint32_t bad = bad_lanes(forces); bad != 0) [[unlikely]] {
            to.faults->note(host_field::force_hook, bad & to.active);
            for (std::uint32_t left = bad; left != 0; left &= left - 1) {
                for (lane_vec3<float>& one : forces) {
                    set_lane(one, std::countr_zero(left), vec3<float>{});
                }
            }
        }
    }
    static void after(void* self, std::int64_t tick) {
        const block_calls& to = *static_cast<const block_calls*>(self);
        log_tick(*to.slots, tick, *to.state);
    }
};

} // namespace

tick_system::tick_system(entt::registry& registry)
    : stable_block_system(registry), placements_(registry.view<const placement>()),
      slots_(registry.view<tick_slots>()), grids_(registry.view<separation_grid<float>>()),
      strands_(registry.view<const block_strands>()),
      world_(&context<world_collider_list>(registry)), clock_(&context<frame_clock>(registry)),
      control_(&context<time_control>(registry)), hook_(&context<force_hook>(registry)),
      log_(&context<tick_log>(registry)) {}

void tick_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    const stable_view<float> view =
        view_of(entity, posed_bones(kind, get<const local_pose>(entity), scratch), scratch.rigid,
                scratch.stable);
    const block& home = get<const block>(entity);
    meet_world(home, view, scratch);
    for (std::uint32_t left = scratch.reset_lanes; left != 0; left &= left - 1) {
        rest_lane(view.state, kind, std::countr_zero(left));
    }
    tick_slots* slots = log_->enabled ? find_in<tick_slots>(slots_, entity) : nullptr;
    if (slots != nullptr) {
        slots->frame = clock_->frame + 1;
        slots->seconds = static_cast<double>(kind.springs.stable.tick_seconds) *
                         static_cast<double>(1 << std::min(home.level, detail_levels));
        slots->count = 0;
    }
    if (home.level >= detail_levels) {
        view.colliders.contacts = {};
        finish_frame(view, 0.0F, true, clock_->dt); // frozen: only the pose is remembered
        return;
    }
    block_calls calls = {hook_, entity, &kind, &view.state, slots, &scratch.faults, home.active};
    tick_options<float> options;
    options.level = home.level;
    options.max_ticks = control_->max_ticks;
    options.active_lanes = home.active;
    options.ahead = scratch.ahead;
    options.force = hook_->call != nullptr ? &block_calls::force : nullptr;
    options.after = slots != nullptr ? &block_calls::after : nullptr;
    options.user = &calls;
    if (const block_strands* strands = find_in<const block_strands>(strands_, entity)) {
        options.strands = strands->plans.get();
        options.room = &scratch.strands;
    }
    if (kind.springs.stable.chains_collide) {
        options.grid = find_in<separation_grid<float>>(grids_, entity);
    }
    scratch.shown = run_ticks(view, *clock_, options);
}

void tick_system::meet_world(const block& home, const stable_view<float>& view,
                             frame_scratch& scratch) const {
    const std::size_t of_kind = view.set.colliders.size();
    const bool list_is_new = view.colliders.world_version != world_->version;
    fit_world_colliders(*world_, of_kind, view.colliders);
    if (world_->all.empty()) {
        return;
    }
    const placement unplaced = natural_placement(view.rig);
    for (std::uint32_t left = home.active; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const std::uint32_t bit = left & -left;
        const entt::entity who = home.characters[static_cast<std::size_t>(lane)];
        const placement* found = find_in<const placement>(placements_, who);
        const placement at = found != nullptr ? *found : unplaced;
        // What must not be compared is positions in two different model spaces.
        const bool is_new = list_is_new || (scratch.placed_lanes & bit) != 0 ||
                            view.environment.lanes.front().jump.v[lane] > 0 ||
                            view.carried.lanes.front().jump.v[lane] > 0;
        const bool all_good =
            place_world_colliders(*world_, of_kind, at, is_new, view.colliders, lane);
        if (!all_good && is_usable(at)) [[unlikely]] {
            scratch.faults.note(host_field::collider_place, bit);
        }
    }
}

std::size_t tick_system::contacts(entt::entity entity) const {
    const block_colliders& colliders = get<block_colliders>(entity);
    std::size_t count = 0;
    if (!colliders.traits.empty()) {
        for (std::uint32_t left = get<const block>(entity).active; left != 0; left &= left - 1) {
            count += colliders.contacts[static_cast<std::size_t>(std::countr_zero(left))];
        }
    }
    return count;
}

} // namespace jounce
