#include <jounce/systems/stable/stable_pose_system.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/systems/pose/show_pose.hpp>
#include <jounce/systems/stable/stable_pose.hpp>

namespace jounce {

void stable_pose_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    bone_transforms& kept = get<bone_transforms>(entity);
    bone_transforms& out = shown_bones(kind, kept, scratch);
    if (get<const block>(entity).level < frozen_level) {
        const stable_pose_view<float> view = {
            kind.rig,
            kind.springs.stable,
            posed_bones(kind, get<const local_pose>(entity), scratch),
            scratch.rigid,
            get<const frame_environment>(entity),
            get<const stable_state>(entity),
            get<block_colliders>(entity),
            scratch.stable};
        stable_pose(view, scratch.shown, out);
    } else {
        show_animated(kind.rig, scratch.rigid, out);
    }
    keep_named(kind, out, kept);
}

} // namespace jounce
