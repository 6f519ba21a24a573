#include <jounce/systems/rst_system.hpp>

#include <jounce/systems/rst.hpp>

namespace jounce {

rst_system::rst_system(entt::registry& registry)
    : blocks_(registry.view<const block, const rigid_pose, const dynamic_pose, bone_transforms>()) {
}

void rst_system::operator()(entt::entity entity) const {
    const archetype& kind = *blocks_.get<const block>(entity).kind;
    rst(kind.rig, kind.springs, blocks_.get<const rigid_pose>(entity),
        blocks_.get<const dynamic_pose>(entity), blocks_.get<bone_transforms>(entity));
}

} // namespace jounce
