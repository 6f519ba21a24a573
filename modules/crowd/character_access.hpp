#pragma once

#include <jounce/components/block/character.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <span>

namespace jounce {

/// Whether a handle refers to an existing character: one that occupies the lane in its component. A
/// copy of a character's component on another entity does not count.
bool is_character(const entt::registry& registry, entt::entity character);

/// One character's animated pose, for writing between frames. Setting a bone of a pose that was taken
/// before the last despawn or compaction asserts and writes nothing.
class character_pose {
public:
    character_pose() = default;

    /// False if the handle was stale.
    explicit operator bool() const { return pose_ != nullptr; }
    /// Bones of the character's rig; 0 if the handle was stale.
    std::int32_t bone_count() const;

    /// A bone relative to its parent, in units of the rig.
    transform<float> get(std::int32_t bone) const;
    /// @{
    /// Writes a bone relative to its parent, in units of the rig. Scale and stretch stay unless given.
    void set(std::int32_t bone, const transform<float>& local);
    void set_rotation(std::int32_t bone, const quat<float>& rotation);
    void set_translation(std::int32_t bone, const vec3<float>& translation);
    /// @}
    /// Scale along the bone's axes, beyond `transform::scale`.
    /// @pre the rig allows non-uniform scale
    void set_stretch(std::int32_t bone, const vec3<float>& stretch);

private:
    friend character_pose pose_of(entt::registry&, entt::entity);
    bool may_touch(std::int32_t bone) const;

    local_pose* pose_ = nullptr;
    const crowd_index* index_ = nullptr;
    std::uint64_t epoch_ = 0;
    int lane_ = 0;
};

/// The pose to animate; asserts and is empty if the handle is stale.
character_pose pose_of(entt::registry& registry, entt::entity character);

/// Skinning rows of the last frame (see `palette`); empty if the handle is stale.
std::span<const palette_row<float>> palette_of(const entt::registry& registry,
                                               entt::entity character);

/// A bone of the last frame in model space, springs included; identity if the handle is stale.
transform<float> bone_of(const entt::registry& registry, entt::entity character, std::int32_t bone);

/// @{ State of a character that prepare keeps. Valid until characters move between lanes.
/// @pre it is one
control_state& control_state_of(entt::registry& registry, entt::entity character);
const control_state& control_state_of(const entt::registry& registry, entt::entity character);
/// @}

/// The animated pose of a block's characters relative to parents, after constraints.
/// @return the pose of the block itself, or `scratch` if the kind has constraints
const local_pose& constrained_pose(const entt::registry& registry, entt::entity block,
                                   local_pose& scratch);

/// The animated pose of a block's characters in model space, as it is without springs. It is
/// computed again (by `fk`), because a frame does not keep it.
void animated_pose(const entt::registry& registry, entt::entity block, rigid_pose& out);

} // namespace jounce
