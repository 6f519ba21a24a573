#include <jounce/systems/stable/stable_pose_system.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/systems/pose/show_pose.hpp>
#include <jounce/systems/stable/stable_pose.hpp>

namespace jounce {

void stable_pose_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    bone_transforms& kept = bones_.get<bone_transforms>(entity);
    bone_transforms& out = shown_bones(kind, kept, scratch);
    if (get<const block>(entity).level < frozen_level) {
        stable_pose(view_of(entity, scratch.rigid, scratch.walk), scratch.shown, out);
    } else {
        show_animated(kind.rig, scratch.rigid, out);
    }
    keep_named(kind, out, kept);
}

} // namespace jounce
