#include <jounce/modules/crowd/character_access.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/systems/animation/constrain.hpp>
#include <jounce/systems/pose/fk.hpp>

#include <cstddef>

namespace jounce {
bool is_character(const entt::registry& registry, entt::entity who) {
    const character* at = registry.valid(who) ? registry.try_get<character>(who) : nullptr;
    const block* home = at != nullptr ? registry.try_get<block>(at->block) : nullptr;
    return home != nullptr && at->lane >= 0 && at->lane < lane_count && home->is_active(at->lane) &&
           home->characters[static_cast<std::size_t>(at->lane)] == who;
}

character_pose pose_of(entt::registry& registry, entt::entity who) {
    character_pose pose;
    const bool alive = is_character(registry, who);
    JOUNCE_ASSERT(alive, stale_rule);
    if (alive) {
        const character& at = registry.get<character>(who);
        pose.pose_ = &registry.get<local_pose>(at.block);
        pose.index_ = registry.ctx().find<crowd_index>();
        pose.epoch_ = pose.index_->epoch;
        pose.lane_ = at.lane;
    }
    return pose;
}

std::int32_t character_pose::bone_count() const {
    return pose_ != nullptr ? static_cast<std::int32_t>(pose_->bones.size()) : 0;
}

bool character_pose::may_touch(std::int32_t bone) const {
    JOUNCE_ASSERT(pose_ != nullptr, stale_rule);
    if (pose_ == nullptr) {
        return false;
    }
    const bool current = index_->epoch == epoch_;
    JOUNCE_ASSERT(current,
                  "this pose was taken before a despawn or compaction; call pose_of again");
    if (!current) {
        return false;
    }
    const bool in_range = bone >= 0 && bone < bone_count();
    JOUNCE_ASSERT(in_range, "the rig has no bone of this index");
    return in_range;
}

transform<float> character_pose::get(std::int32_t bone) const {
    return may_touch(bone) ? get_lane(pose_->bones[static_cast<std::size_t>(bone)], lane_)
                           : transform<float>{};
}

void character_pose::set(std::int32_t bone, const transform<float>& local) {
    if (may_touch(bone)) {
        set_lane(pose_->bones[static_cast<std::size_t>(bone)], lane_, local);
    }
}

void character_pose::set_rotation(std::int32_t bone, const quat<float>& rotation) {
    if (may_touch(bone)) {
        set_lane(pose_->bones[static_cast<std::size_t>(bone)].rotation, lane_, rotation);
    }
}

void character_pose::set_translation(std::int32_t bone, const vec3<float>& translation) {
    if (may_touch(bone)) {
        set_lane(pose_->bones[static_cast<std::size_t>(bone)].translation, lane_, translation);
    }
}

void character_pose::set_stretch(std::int32_t bone, const vec3<float>& stretch) {
    if (may_touch(bone)) {
        JOUNCE_ASSERT(!pose_->stretch.empty(),
                      "this rig was built without rig_builder::allow_non_uniform_scale");
        if (!pose_->stretch.empty()) {
            set_lane(pose_->stretch[static_cast<std::size_t>(bone)], lane_, stretch);
        }
    }
}

std::span<const palette_row<float>> palette_of(const entt::registry& registry, entt::entity who) {
    if (!is_character(registry, who)) {
        return {};
    }
    const character& at = registry.get<character>(who);
    const palette& rows = registry.get<palette>(at.block);
    return {rows.lane_rows(at.lane), static_cast<std::size_t>(rows.rows_per_lane())};
}

transform<float> bone_of(const entt::registry& registry, entt::entity who, std::int32_t bone) {
    if (!is_character(registry, who)) {
        return {};
    }
    const character& at = registry.get<character>(who);
    const character_kind& kind = *registry.get<block>(at.block).kind;
    const bool in_range = bone >= 0 && bone < kind.rig.bone_count();
    JOUNCE_ASSERT(in_range, "the rig has no bone of this index");
    const std::int32_t place = in_range ? kept_place(kind, bone) : -1;
    JOUNCE_ASSERT(place >= 0 || !in_range,
                  "characters of this kind do not keep this bone: name it in keep_bones, or do "
                  "not make the kind palette_only");
    if (place < 0) {
        return {};
    }
    const bone_transforms& bones = registry.get<bone_transforms>(at.block);
    return get_lane(bones.bones[static_cast<std::size_t>(place)], at.lane);
}

control_state& control_state_of(entt::registry& registry, entt::entity who) {
    const character& at = registry.get<character>(who);
    return registry.get<control_states>(at.block).lanes[static_cast<std::size_t>(at.lane)];
}
const control_state& control_state_of(const entt::registry& registry, entt::entity who) {
    const character& at = registry.get<character>(who);
    return registry.get<control_states>(at.block).lanes[static_cast<std::size_t>(at.lane)];
}

const local_pose& constrained_pose(const entt::registry& registry, entt::entity block_entity,
                                   local_pose& scratch) {
    const character_kind& kind = *registry.get<block>(block_entity).kind;
    const local_pose& given = registry.get<local_pose>(block_entity);
    if (kind.constraints.empty()) {
        return given;
    }
    scratch.bones.assign(given.bones.begin(), given.bones.end());
    scratch.stretch.assign(given.stretch.begin(), given.stretch.end());
    constrain(kind.rig, kind.constraints, scratch);
    return scratch;
}

void animated_pose(const entt::registry& registry, entt::entity block_entity, rigid_pose& out) {
    const character_kind& kind = *registry.get<block>(block_entity).kind;
    const std::size_t bones = kind.rig.parents.size();
    out.bones.resize(bones);
    out.linear.resize(kind.rig.is_affine ? bones : 0);
    out.tails.resize(kind.springs.affected.size());
    local_pose constrained;
    fk(kind.rig, kind.springs, constrained_pose(registry, block_entity, constrained), out);
}

} // namespace jounce
