#include <jounce/systems/animation/affine_palette_system.hpp>

#include <jounce/components/block/block_data.hpp>
#include <jounce/systems/animation/carry_joints.hpp>
#include <jounce/systems/animation/sample_affine.hpp>
#include <jounce/systems/pose/check_lanes.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/pose/palette.hpp>
#include <jounce/systems/pose/remaining_palette_rows.hpp>
#include <jounce/systems/pose/show_pose.hpp>

#include <cstdint>

namespace jounce {

void affine_palette_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    palette& to = get<palette>(entity);
    const bool all_play = (get<const block>(entity).active & ~scratch.moment.playing) == 0;
    const bool clips_alone = shows_clips_alone(kind);
    const bool all_joints = static_cast<std::size_t>(kind.affine_joints) == kind.bind.joints.size();
    const bone_transforms* bones = nullptr;
    if (!all_play || !all_joints) {
        bones = clips_alone ? &pose_bones(entity, scratch)
                            : &shown_bones(kind, get<const bone_transforms>(entity), scratch);
        if (all_play) {
            remaining_palette_rows(kind.bind, kind.affine_joints, *bones, to);
        } else {
            palette_rows(kind.bind, *bones, to);
        }
    }
    if (scratch.streams && all_play && all_joints) {
        stream_affine(scratch.moment, kind.affine_joints, to);
    } else {
        sample_affine(scratch.moment, kind.affine_joints, to);
    }
    if (bones != nullptr && !kind.carriers.empty()) {
        carry_joints(kind, scratch.moment, *bones, to);
    }
}

const bone_transforms& affine_palette_system::pose_bones(entt::entity entity,
                                                         frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    fit_scratch(scratch, kind);
    fk(kind.rig, kind.springs, get<const local_pose>(entity), scratch.rigid);
    const std::uint32_t unposed = get<const block>(entity).active & ~scratch.moment.playing;
    if (const std::uint32_t bad = bad_lanes(kind.rig, scratch.rigid) & unposed; bad != 0)
        [[unlikely]] {
        scratch.faults.note(host_field::local_pose, bad);
    }
    show_animated(kind.rig, scratch.rigid, scratch.bones);
    return scratch.bones;
}

} // namespace jounce
