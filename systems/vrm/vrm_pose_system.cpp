#include <jounce/systems/vrm/vrm_pose_system.hpp>

#include <jounce/systems/pose/show_pose.hpp>
#include <jounce/systems/vrm/vrm_pose.hpp>

namespace jounce {

void vrm_pose_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    bone_transforms& kept = bones_.get<bone_transforms>(entity);
    bone_transforms& out = shown_bones(kind, kept, scratch);
    vrm_pose(view_of(entity, scratch.rigid), scratch.shown, out);
    keep_named(kind, out, kept);
}

} // namespace jounce
