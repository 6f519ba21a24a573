#include <jounce/systems/constrain_system.hpp>

#include <jounce/systems/constrain.hpp>

namespace jounce {

void constrain_system::operator()(entt::entity entity) const {
    const archetype& kind = kind_of(entity);
    if (!kind.constraints.empty()) {
        constrain(kind.rig, kind.constraints, get<local_pose>(entity));
    }
}

} // namespace jounce
