#pragma once

#include <cstdint>

namespace jounce {

/// Fowler, Noll, Vo: where a hash begins.
inline constexpr std::uint64_t empty_hash = 0xcbf29ce484222325U;

/// Adds a word to a hash.
inline void mix(std::uint64_t& hash, std::uint64_t word) { hash = (hash ^ word) * 0x100000001b3U; }

} // namespace jounce
