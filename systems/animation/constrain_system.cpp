#include <jounce/systems/animation/constrain_system.hpp>

#include <jounce/systems/animation/constrain.hpp>

#include <algorithm>

namespace jounce {

void constrain_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    const local_pose& given = get<const local_pose>(entity);
    fit_scratch(scratch, kind);
    std::ranges::copy(given.bones, scratch.constrained.bones.begin());
    std::ranges::copy(given.stretch, scratch.constrained.stretch.begin());
    constrain(kind.rig, kind.constraints, scratch.constrained);
}

} // namespace jounce
