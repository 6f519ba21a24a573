#pragma once

#include <jounce/components/assets/clip.hpp>
#include <jounce/components/assets/rig.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace jounce {

/// Clips of a file, played beside their affine frames: bones follow the frames as well as rotation and one scale can,
/// and smoothly. A file splits each frame into nodes that turn, scale and turn again, with steps between frames, which
/// springs would take for jolts. The highest bone above a joint that is above no other joint of the frames gets new
/// tracks; it and those below it down to the joint lose theirs.
/// Clips without affine frames stay, and those in which other bones above the joints move or are not at the origin.
/// @param joint_bones  bones of the first joints of the binding
clip_set follow_affine_frames(const rig& bones, std::span<const std::int32_t> joint_bones,
                              clip_set clips);

/// Refuses springs on bones that clips move by matrices: what springs did there would not be seen.
/// @param spring_bones  of `jounce::spring_bones`
/// Error name: `unsupported`.
std::optional<error> check_flexible_bones(const rig& bones,
                                          std::span<const std::int32_t> joint_bones,
                                          const clip_set& clips,
                                          std::span<const std::int32_t> spring_bones);

} // namespace jounce
