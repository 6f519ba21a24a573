#include <jounce/systems/reference/reference_pose_system.hpp>

#include <jounce/systems/pose/show_pose.hpp>
#include <jounce/systems/reference/reference_pose.hpp>

namespace jounce {

void reference_pose_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    bone_transforms& kept = get<bone_transforms>(entity);
    bone_transforms& out = shown_bones(kind, kept, scratch);
    reference_pose(kind.rig, kind.springs, scratch.rigid, get<const dynamic_pose>(entity), out);
    keep_named(kind, out, kept);
}

} // namespace jounce
