#include <jounce/systems/pose/pose_system.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/reference/reference_pose.hpp>
#include <jounce/systems/stable/stable_pose.hpp>
#include <jounce/systems/vrm/vrm_pose.hpp>

#include <cstddef>

namespace jounce {
namespace {

/// What is asked for after the frame, of kinds that do not keep all bones.
void keep_named(const character_kind& kind, const bone_transforms& all, bone_transforms& kept) {
    for (std::size_t i = 0; i < kind.kept_bones.size(); ++i) {
        const std::size_t bone = static_cast<std::size_t>(kind.kept_bones[i]);
        kept.bones[i] = all.bones[bone];
        if (!kept.linear.empty()) {
            kept.linear[i] = all.linear[bone];
        }
    }
}

} // namespace

void pose_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    bone_transforms& kept = get<bone_transforms>(entity);
    bone_transforms& out = shown_bones(kind, kept, scratch);
    pose(entity, kind, scratch, out);
    if (&out != &kept) {
        keep_named(kind, out, kept);
    }
}

void pose_system::pose(entt::entity entity, const character_kind& kind, frame_scratch& scratch,
                       bone_transforms& out) const {
    if (kind.springs.solver == solver_kind::reference) {
        reference_pose(kind.rig, kind.springs, scratch.rigid, get<const dynamic_pose>(entity), out);
        return;
    }
    if (kind.springs.solver == solver_kind::vrm) {
        const vrm_view<float> view = {kind.rig,
                                      kind.springs.vrm,
                                      get<const local_pose>(entity),
                                      scratch.rigid,
                                      get<frame_environment>(entity),
                                      get<vrm_state>(entity),
                                      get<vrm_walk>(entity)};
        vrm_pose(view, scratch.shown, out);
        return;
    }
    const int level = get<const block>(entity).level;
    if (level >= detail_levels) {
        static const spring_set none; // frozen: the animated pose
        reference_pose(kind.rig, none, scratch.rigid, get<const dynamic_pose>(entity), out);
        return;
    }
    const stable_view<float> view = {kind.rig,
                                     kind.springs.stable,
                                     get<const local_pose>(entity),
                                     scratch.rigid,
                                     get<pose_history>(entity),
                                     get<frame_environment>(entity),
                                     get<block_colliders>(entity),
                                     get<stable_state>(entity),
                                     scratch.walk,
                                     get<bone_transforms>(entity)};
    stable_pose(view, scratch.shown, out);
}

} // namespace jounce
