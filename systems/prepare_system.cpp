#include <jounce/systems/prepare_system.hpp>

#include <jounce/components/block_data.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/prepare.hpp>

#include <bit>
#include <utility>

namespace jounce {

prepare_system::prepare_system(entt::registry& registry)
    : block_system(registry), registry_(&registry), clock_(&context<frame_clock>(registry)),
      forces_(&context<world_forces>(registry)), world_(&context<world_collider_list>(registry)) {}

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
    for (std::uint32_t left = home.active; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        prepare_character(kind, entity, home.characters[static_cast<std::size_t>(lane)], lane,
                          list_is_new);
    }
}

void prepare_system::prepare_character(const archetype& kind, entt::entity block, entt::entity who,
                                       int lane, bool list_is_new) const {
    // Only reading access to storages here: other blocks do the same at the same time.
    const entt::registry& reading = *registry_;
    character_frame now;
    now.at = reading.try_get<placement>(who);
    now.centre = reading.try_get<centre_space>(who);
    now.dt = clock_->dt;
    now.time = clock_->time;
    conditions& to = get<conditions>(block);
    if (const spring_control* control = reading.try_get<spring_control>(who)) {
        now.control = *control;
        if (control->teleport || control->reset) {
            spring_control& request = const_cast<spring_control&>(*control);
            request.teleport = false;
            request.reset = false;
        }
        if (now.control.reset) {
            rest_lane(get<swing>(block), kind, lane);
            rest_lane(get<vrm_state>(block), kind, lane);
            to.lanes.front().jump.v[lane] = 1;
        }
    }
    control_state& state = const_cast<control_state&>(reading.get<control_state>(who));
    // A character's first frame is a jump, see below; what it must not compare is positions in two
    // different model spaces.
    const bool is_new = list_is_new || (now.at != nullptr && !state.is_placed);
    prepare(now, *forces_, state, to, lane);
    if (kind.springs.solver == solver_kind::stable && !world_->all.empty()) {
        place_world_colliders(*world_, kind.springs.stable.colliders.size(),
                              now.at != nullptr ? *now.at : placement{},
                              is_new || to.lanes.front().jump.v[lane] > 0,
                              get<block_colliders>(block), lane);
    }
}

} // namespace jounce
