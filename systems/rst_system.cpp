#include <jounce/systems/rst_system.hpp>

#include <jounce/systems/rst.hpp>

namespace jounce {

void rst_system::operator()(entt::entity entity) const {
    const archetype& kind = kind_of(entity);
    rst(kind.rig, kind.springs, get<const rigid_pose>(entity), get<const dynamic_pose>(entity),
        get<bone_transforms>(entity));
}

} // namespace jounce
