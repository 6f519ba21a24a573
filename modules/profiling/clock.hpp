#pragma once

#include <chrono>
#include <cstdint>

/// 0 compiles all measuring away; CMake's JOUNCE_PROFILING sets it for the library and its users.
#ifndef JOUNCE_PROFILING
#define JOUNCE_PROFILING 1
#endif

namespace jounce {

/// Whether measuring is compiled in; if not, all times are 0.
inline constexpr bool profiling_is_built = JOUNCE_PROFILING != 0;

/// Nanoseconds on the clock that all measurements are made with.
inline std::uint64_t now_ns() noexcept {
    using namespace std::chrono;
    return static_cast<std::uint64_t>(
        duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count());
}

} // namespace jounce
