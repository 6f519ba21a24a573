#include <jounce/systems/fk_system.hpp>

#include <jounce/components/block_data.hpp>
#include <jounce/systems/fk.hpp>

namespace jounce {

void fk_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const archetype& kind = kind_of(entity);
    fit_scratch(scratch, kind);
    fk(kind.rig, kind.springs, get<const local_pose>(entity), scratch.rigid);
}

} // namespace jounce
