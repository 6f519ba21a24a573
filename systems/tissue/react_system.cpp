#include <jounce/systems/tissue/react_system.hpp>

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/systems/tissue/react.hpp>

namespace jounce {

std::size_t react_system::elements(const character_kind& kind) {
    return is_two_way(kind) ? kind.rig.parents.size() : 0;
}

void react_system::operator()(entt::entity entity, const frame_scratch& scratch) const {
    react(kind_of(entity).tissue->reactive, get<const tissue_state>(entity), scratch.bones,
          get<bone_transforms>(entity));
}

} // namespace jounce
