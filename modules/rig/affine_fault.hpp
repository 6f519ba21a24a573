#pragma once

#include <jounce/components/assets/clip.hpp>
#include <jounce/modules/result/result.hpp>

#include <optional>

namespace jounce {

/// What is wrong with the affine frames of a clip, or nothing; also nothing if it has none.
/// Cost  O(numbers of the frames).
///
/// Error names: `bad_count` (rows are not frames x joints x 12 numbers, or there are more joints than a rig
/// has bones), `bad_time` (the rate is not above 0, or the clip ends before its last frame), `bad_number`.
std::optional<error> find_affine_fault(const clip& source);

} // namespace jounce
