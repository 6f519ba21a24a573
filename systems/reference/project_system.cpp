#include <jounce/systems/reference/project_system.hpp>

#include <jounce/components/block/block_data.hpp>
#include <jounce/systems/pose/check_lanes.hpp>
#include <jounce/systems/reference/project.hpp>

#include <bit>

namespace jounce {

void project_system::operator()(entt::entity entity, const frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    reference_state& state = get<reference_state>(entity);
    dynamic_pose& pose = get<dynamic_pose>(entity);
    project(kind.springs, scratch.rigid, state, pose);
    // Whatever the pose was, state does not keep it: such springs start again.
    for (std::uint32_t bad = bad_lanes(state); bad != 0; bad &= bad - 1)
        [[unlikely]] {
            rest_lane(state, kind, std::countr_zero(bad));
            rest_lane(pose, kind, std::countr_zero(bad));
        }
}

} // namespace jounce
