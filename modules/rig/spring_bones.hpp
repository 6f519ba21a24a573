#pragma once

#include <jounce/components/assets/character_kind.hpp>

#include <cstdint>
#include <vector>

namespace jounce {

/// The diagonal of the box around all heads and tails at rest.
double extent_of(const rig& bones);

/// The bones that have a spring, in the order of the rig.
std::vector<std::int32_t> spring_bones(const character_kind& kind);

} // namespace jounce
