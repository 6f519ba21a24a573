#pragma once

#include <jounce/modules/binding/skeleton.hpp>
#include <jounce/modules/weights/surface.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace jounce::binding {

/// Where the bones of a skeleton lie. A joint with a given tail has that segment. Others have one to the
/// head of each child that is not at the same place. A joint without such children goes on in the
/// direction of the bone before it, as far as that is long; without one it is a point. A joint at the
/// place of a used child has no segment: the child stands for it.
/// @param used  [joint]; others get no segment
std::vector<weights::bone_segment> segments_of(const skeleton& of,
                                               std::span<const std::uint8_t> used);

} // namespace jounce::binding
