#include <jounce/systems/pose/prepare_system.hpp>

#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/pose/check_host_input.hpp>

#include <bit>
#include <utility>

namespace jounce {

prepare_system::prepare_system(entt::registry& registry)
    : block_system(registry), placements_(registry.view<const placement>()),
      centres_(registry.view<const centre_space>()), controls_(registry.view<spring_control>()),
      clock_(&context<frame_clock>(registry)), forces_(&context<world_forces>(registry)) {}

void prepare_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    scratch.reset_lanes = 0;
    scratch.placed_lanes = 0;
    const block& home = get<const block>(entity);
    frame_environment& to = get<frame_environment>(entity);
    control_state* states = get<control_states>(entity).lanes.data();
    const bool may_own = !placements_.empty() || !centres_.empty() || !controls_.empty();
    const world_forces forces = usable(*forces_);
    character_frame now;
    now.dt = clock_->dt;
    now.time = clock_->time;
    now.metres_per_unit = kind.rig.metres_per_unit;
    for (std::uint32_t left = home.active; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        if (may_own) {
            look_up(home.characters[static_cast<std::size_t>(lane)], now, left & -left,
                    scratch.faults);
        }
        if (now.at != nullptr && !states[lane].is_placed) {
            scratch.placed_lanes |= left & -left;
        }
        if (kind.tissue != nullptr) {
            scratch.former[static_cast<std::size_t>(lane)] = states[lane].at;
        }
        prepare(now, forces, states[lane], to, lane);
        if (now.control.reset) {
            scratch.reset_lanes |= left & -left;
            to.lanes.front().jump.v[lane] = jump_of_start;
        }
    }
}

void prepare_system::look_up(entt::entity who, character_frame& now, std::uint32_t lane_bit,
                             host_faults& faults) const {
    // No storage changes here: other blocks look into the same ones at the same time.
    now.at = find_in<const placement>(placements_, who);
    now.centre = find_in<const centre_space>(centres_, who);
    now.control = {};
    if (spring_control* control = find_in<spring_control>(controls_, who)) {
        now.control = *control;
        if (control->teleport || control->reset) {
            control->teleport = false;
            control->reset = false;
        }
        if (!is_usable(*control)) [[unlikely]] {
            note_faults(*control, lane_bit, faults);
            now.control = usable(now.control);
        }
    }
    if (now.at != nullptr && !is_usable(*now.at)) [[unlikely]] {
        note_faults(*now.at, lane_bit, faults);
    }
    if (now.centre != nullptr && !is_usable(*now.centre)) [[unlikely]] {
        faults.note(host_field::centre_space, lane_bit);
    }
}

} // namespace jounce
