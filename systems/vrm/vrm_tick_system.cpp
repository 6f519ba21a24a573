#include <jounce/systems/vrm/vrm_tick_system.hpp>

#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/tick_slots.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/pose/log_tick.hpp>
#include <jounce/systems/vrm/vrm_frame.hpp>

#include <bit>
#include <cstdint>

namespace jounce {
namespace {

struct logged_block {
    vrm_state* state;
    tick_slots* slots;

    static void after(void* self, std::int64_t tick) {
        const logged_block& to = *static_cast<const logged_block*>(self);
        log_tick(*to.slots, tick, *to.state);
    }
};

} // namespace

vrm_tick_system::vrm_tick_system(entt::registry& registry)
    : block_system(registry), slots_(registry.view<tick_slots>()),
      clock_(&context<frame_clock>(registry)), control_(&context<time_control>(registry)),
      log_(&context<tick_log>(registry)) {}

void vrm_tick_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    const vrm_view<float> view = {kind.rig,
                                  kind.springs.vrm,
                                  posed_bones(kind, get<const local_pose>(entity), scratch),
                                  scratch.rigid,
                                  get<const frame_environment>(entity),
                                  get<carried_motion>(entity),
                                  get<vrm_state>(entity),
                                  get<vrm_walk>(entity)};
    for (std::uint32_t left = scratch.reset_lanes; left != 0; left &= left - 1) {
        rest_lane(view.state, kind, std::countr_zero(left));
    }
    tick_slots* slots = log_->enabled ? find_in<tick_slots>(slots_, entity) : nullptr;
    logged_block logged = {&view.state, slots};
    vrm_options options;
    options.max_ticks = control_->max_ticks;
    if (slots != nullptr) {
        slots->frame = clock_->frame + 1;
        slots->seconds = static_cast<double>(kind.springs.vrm.tick_seconds);
        slots->count = 0;
        options.after = &logged_block::after;
        options.user = &logged;
    }
    scratch.shown = run_vrm_ticks(view, *clock_, options);
}

} // namespace jounce
