#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/block/poses.hpp>

namespace jounce {

/// Shows the animated pose: no spring moves a bone.
/// Reads  rigid_pose.  Writes  bone_transforms.
/// @pre `out` has as many bones as the rig
void show_animated(const rig& of, const rigid_pose& animated, bone_transforms& out) noexcept;

/// Copies the bones that a kind keeps, if it does not keep all. Every system that writes
/// `shown_bones` ends with this call.
/// @param shown  `shown_bones` of the block; nothing is done if the kind keeps all bones
void keep_named(const character_kind& kind, const bone_transforms& shown,
                bone_transforms& kept) noexcept;

} // namespace jounce
