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
    : blocks_(registry.view<const block, const rigid_pose, const dynamic_pose, springs>()),
      clock_(find_or_emplace_clock(registry)) {}

void integrate_system::operator()(entt::entity entity) const {
    const archetype& kind = *blocks_.get<const block>(entity).kind;
    integrate(kind.springs, blocks_.get<const rigid_pose>(entity),
              blocks_.get<const dynamic_pose>(entity), clock_->dt, blocks_.get<springs>(entity));
}

} // namespace jounce
