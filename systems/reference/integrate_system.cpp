#include <jounce/systems/reference/integrate_system.hpp>

#include <jounce/systems/block_system.hpp>
#include <jounce/systems/reference/integrate.hpp>

namespace jounce {
integrate_system::integrate_system(entt::registry& registry)
    : block_system(registry), clock_(&context<frame_clock>(registry)) {}

void integrate_system::operator()(entt::entity entity, const frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    integrate(kind.springs, scratch.rigid, get<const dynamic_pose>(entity), clock_->dt,
              get<reference_state>(entity));
}

} // namespace jounce
