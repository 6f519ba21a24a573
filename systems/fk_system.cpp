#include <jounce/systems/fk_system.hpp>

#include <jounce/systems/fk.hpp>

namespace jounce {

fk_system::fk_system(entt::registry& registry)
    : blocks_(registry.view<const block, const local_pose, rigid_pose>()) {}

void fk_system::operator()(entt::entity entity) const {
    const archetype& kind = *blocks_.get<const block>(entity).kind;
    fk(kind.rig, kind.springs, blocks_.get<const local_pose>(entity),
       blocks_.get<rigid_pose>(entity));
}

} // namespace jounce
