#pragma once

#include <jounce/systems/simd/kernel.hpp>

#include <array>
#include <cstddef>

namespace jounce {

#define JOUNCE_ONE_MORE(name) +1
inline constexpr std::size_t kernel_count = 0 JOUNCE_KERNELS(JOUNCE_ONE_MORE);
#undef JOUNCE_ONE_MORE

/// The kernels of one level, for one kind of numbers.
using level_table = std::array<any_kernel, kernel_count>; ///< [kernel]

// Defined by level_table.cpp, compiled once per level. Double is for verification, where the fastest
// instructions do not matter: the level that runs everywhere is the only one that has it.
#define JOUNCE_DECLARE_LEVEL(level)                                                                \
    namespace level {                                                                              \
    const level_table& table_f32() noexcept;                                                       \
    const level_table& table_f64() noexcept;                                                       \
    }
JOUNCE_DECLARE_LEVEL(generic)
JOUNCE_DECLARE_LEVEL(v2)
JOUNCE_DECLARE_LEVEL(v3)
JOUNCE_DECLARE_LEVEL(v3fma)
#undef JOUNCE_DECLARE_LEVEL

} // namespace jounce
