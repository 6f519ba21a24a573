#pragma once

#include <cstddef>
#include <cstdint>

namespace jounce {

/// A bone, joint or node that is known to exist, as an index of containers.
constexpr std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

} // namespace jounce
