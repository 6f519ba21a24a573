#include <jounce/systems/pose/fk_system.hpp>

#include <jounce/components/block/block_data.hpp>
#include <jounce/systems/pose/check_lanes.hpp>
#include <jounce/systems/pose/fk.hpp>

namespace jounce {

void fk_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    fit_scratch(scratch, kind);
    fk(kind.rig, kind.springs, posed_bones(kind, get<const local_pose>(entity), scratch),
       scratch.rigid);
    if (const std::uint32_t bad = bad_lanes(kind.rig, scratch.rigid); bad != 0) [[unlikely]] {
        scratch.faults.note(host_field::local_pose, bad & get<const block>(entity).active);
    }
}

} // namespace jounce
