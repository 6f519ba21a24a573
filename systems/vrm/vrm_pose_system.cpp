#include <jounce/systems/vrm/vrm_pose_system.hpp>

#include <jounce/systems/pose/show_pose.hpp>
#include <jounce/systems/vrm/vrm_pose.hpp>

namespace jounce {

void vrm_pose_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    bone_transforms& kept = get<bone_transforms>(entity);
    bone_transforms& out = shown_bones(kind, kept, scratch);
    const vrm_pose_view<float> view = {kind.rig,
                                       kind.springs.vrm,
                                       posed_bones(kind, get<const local_pose>(entity), scratch),
                                       scratch.rigid,
                                       get<const frame_environment>(entity),
                                       get<const vrm_state>(entity)};
    vrm_pose(view, scratch.shown, out);
    keep_named(kind, out, kept);
}

} // namespace jounce
