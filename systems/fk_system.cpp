#include <jounce/systems/fk_system.hpp>

#include <jounce/systems/fk.hpp>

namespace jounce {

void fk_system::operator()(entt::entity entity) const {
    const archetype& kind = kind_of(entity);
    fk(kind.rig, kind.springs, get<const local_pose>(entity), get<rigid_pose>(entity));
}

} // namespace jounce
