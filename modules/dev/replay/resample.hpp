#pragma once

#include <jounce/modules/dev/replay/golden_case.hpp>
#include <jounce/modules/result/result.hpp>

namespace jounce::replay {

// A recorded motion is played at other frame rates between two holds. Springs are settled in the
// first pose when it starts, so that no rate has a first frame of its own, and have time to come to
// rest in the last one.

inline constexpr double hold_before = 1; ///< seconds
inline constexpr double hold_after = 8;  ///< unless springs take longer to come to rest

/// When the last bone comes to rest, seconds after the start of the first hold. Records may go on
/// after that.
double motion_end(const golden_case& recorded);

/// The rig, springs and motion of a case at a frame rate that divides 240, without what was
/// recorded of it. Frame i is at (i + 1) / fps seconds. Poses go on a smooth curve through the recorded
/// frames: joined by straight ways, a record would have corners at its own rate, which springs answer
/// and which frames of another rate cannot show. All rates end at the same time. What is simulated is also
/// what is shown, whatever the case says.
/// @param hold  seconds after the record
/// Error name: `too_long`.
result<golden_case> resampled(const golden_case& recorded, int fps, double hold = hold_after);

/// The longest way that the animation takes a bone's tail between two recorded frames.
double longest_step(const golden_case& recorded);

} // namespace jounce::replay
