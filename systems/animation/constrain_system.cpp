#include <jounce/systems/animation/constrain_system.hpp>

#include <jounce/systems/animation/constrain.hpp>

namespace jounce {

void constrain_system::operator()(entt::entity entity) const {
    const character_kind& kind = kind_of(entity);
    constrain(kind.rig, kind.constraints, get<local_pose>(entity));
}

} // namespace jounce
