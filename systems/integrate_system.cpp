#include <jounce/systems/integrate_system.hpp>

#include <jounce/systems/integrate.hpp>

namespace jounce {
namespace {

const frame_clock* find_or_emplace_clock(entt::registry& registry) {
    const frame_clock* clock = registry.ctx().find<frame_clock>();
    return clock != nullptr ? clock : &registry.ctx().emplace<frame_clock>();
}

} // namespace

integrate_system::integrate_system(entt::registry& registry)
    : block_system(registry), clock_(find_or_emplace_clock(registry)) {}

void integrate_system::operator()(entt::entity entity) const {
    const archetype& kind = kind_of(entity);
    integrate(kind.springs, get<const rigid_pose>(entity), get<const dynamic_pose>(entity),
              clock_->dt, get<springs>(entity));
}

} // namespace jounce
