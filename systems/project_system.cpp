#include <jounce/systems/project_system.hpp>

#include <jounce/systems/project.hpp>

namespace jounce {

void project_system::operator()(entt::entity entity, const frame_scratch& scratch) const {
    const archetype& kind = kind_of(entity);
    if (kind.springs.solver != solver_kind::reference) {
        return;
    }
    project(kind.springs, scratch.rigid, get<springs>(entity), get<dynamic_pose>(entity));
}

} // namespace jounce
