#include <jounce/systems/project_system.hpp>

#include <jounce/systems/project.hpp>

namespace jounce {

project_system::project_system(entt::registry& registry)
    : blocks_(registry.view<const block, const rigid_pose, springs, dynamic_pose>()) {}

void project_system::operator()(entt::entity entity) const {
    const archetype& kind = *blocks_.get<const block>(entity).kind;
    project(kind.springs, blocks_.get<const rigid_pose>(entity), blocks_.get<springs>(entity),
            blocks_.get<dynamic_pose>(entity));
}

} // namespace jounce
