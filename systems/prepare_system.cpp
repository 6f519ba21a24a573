#include <jounce/systems/prepare_system.hpp>

#include <jounce/components/block_data.hpp>
#include <jounce/systems/block_system.hpp>

#include <bit>
#include <utility>

namespace jounce {

namespace {

/// What a character has, or null.
template <class Component, class View> Component* find_in(const View& all, entt::entity who) {
    return !all.empty() && all.contains(who) ? &all.template get<Component>(who) : nullptr;
}

} // namespace

prepare_system::prepare_system(entt::registry& registry)
    : block_system(registry), placements_(registry.view<const placement>()),
      centres_(registry.view<const centre_space>()), controls_(registry.view<spring_control>()),
      clock_(&context<frame_clock>(registry)), forces_(&context<world_forces>(registry)),
      world_(&context<world_collider_list>(registry)) {}

void prepare_system::operator()(entt::entity entity) const {
    const archetype& kind = kind_of(entity);
    if (kind.springs.solver == solver_kind::reference) {
        return;
    }
    bool list_is_new = false;
    if (kind.springs.solver == solver_kind::stable) {
        block_colliders& colliders = get<block_colliders>(entity);
        list_is_new = colliders.world_version != world_->version;
        fit_world_colliders(*world_, kind.springs.stable.colliders.size(), colliders);
    }
    const block& home = get<const block>(entity);
    conditions& to = get<conditions>(entity);
    control_state* states = get<control_states>(entity).lanes.data();
    const bool meets_world = kind.springs.solver == solver_kind::stable && !world_->all.empty();
    const bool may_own = !placements_.empty() || !centres_.empty() || !controls_.empty();
    character_frame now;
    now.dt = clock_->dt;
    now.time = clock_->time;
    for (std::uint32_t left = home.active; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        if (may_own) {
            look_up(home.characters[static_cast<std::size_t>(lane)], now);
        }
        if (now.control.reset) {
            rest_lane(get<swing>(entity), kind, lane);
            rest_lane(get<vrm_state>(entity), kind, lane);
            to.lanes.front().jump.v[lane] = jump_of_start;
        }
        // A character's first frame is a jump, see below; what it must not compare is positions in two
        // different model spaces.
        const bool is_new = list_is_new || (now.at != nullptr && !states[lane].is_placed);
        prepare(now, *forces_, states[lane], to, lane);
        if (meets_world) {
            place_world_colliders(*world_, kind.springs.stable.colliders.size(),
                                  now.at != nullptr ? *now.at : placement{},
                                  is_new || to.lanes.front().jump.v[lane] > 0,
                                  get<block_colliders>(entity), lane);
        }
    }
}

void prepare_system::look_up(entt::entity who, character_frame& now) const {
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
    }
}

} // namespace jounce
