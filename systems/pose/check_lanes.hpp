#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/reference_state.hpp>

#include <cstdint>
#include <span>

namespace jounce {

/// Lanes of an animated pose in model space with numbers that are not finite or coordinates beyond
/// 1e10. Skips a bone that is the parent of the next one: a fault of a bone appears in all bones
/// below it.
/// Reads  rigid_pose.  Cost  O(bones), a few percent of fk.
/// @return bit per lane
std::uint32_t bad_lanes(const rig& of, const rigid_pose& pose) noexcept;

/// Lanes in which a spring of the reference solver is not finite or too far away to return.
std::uint32_t bad_lanes(const reference_state& state) noexcept;

/// Lanes of forces that are not finite or beyond 1e15 newton.
std::uint32_t bad_lanes(std::span<const lane_vec3<float>> forces) noexcept;

/// The first bone of one character whose pose is not finite or out of range; -1 if there is none.
/// @pre 0 <= lane < lane_count
std::int32_t first_bad_bone(const local_pose& pose, int lane) noexcept;

} // namespace jounce
