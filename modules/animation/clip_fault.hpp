#pragma once

#include <jounce/components/assets/clip.hpp>
#include <jounce/components/assets/rig.hpp>
#include <jounce/modules/result/result.hpp>

#include <memory>
#include <optional>

namespace jounce {

/// The first condition of `clip` that is violated, or nothing: for loaders, and for hosts that make
/// clips.
/// Cost  O(numbers of the clip).
///
/// Error names: `bad_range` (a track reaches beyond the arrays), `bad_time` (times or the duration
/// are not finite or do not ascend), `bad_number` (a value is not finite), `bad_rotation` (not of unit
/// length), `bad_bone` (not a bone of the rig), `bad_order` (tracks do not ascend, or one is there
/// twice), `bad_mode`, and those of `find_affine_fault`. Messages name the clip, the track and what to do.
std::optional<error> find_clip_fault(const clip& source, const rig& bones);

/// Clips that have been checked, ready for `play`. Errors as above.
result<std::shared_ptr<const clip_set>> make_clip_set(clip_set clips, const rig& bones);

} // namespace jounce
