#pragma once

// Writes whole cache lines past the caches. Ordinary stores first read each line into the cache,
// and evict data that is still needed. Kernel sources only.

#include <jounce/systems/simd/lane_num.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace jounce::JOUNCE_LEVEL {

inline constexpr std::size_t streamed_line = 64;

JOUNCE_INLINE bool begins_line(const void* to) {
    return reinterpret_cast<std::uintptr_t>(to) % streamed_line == 0;
}

/// An ordinary copy if the CPU has no non-temporal stores.
/// @pre begins_line(to)
JOUNCE_INLINE void stream_line(const std::byte* from, std::byte* to) {
#if defined(__AVX__)
    const float* a = reinterpret_cast<const float*>(from);
    float* b = reinterpret_cast<float*>(to);
    _mm256_stream_ps(b, _mm256_loadu_ps(a));
    _mm256_stream_ps(b + 8, _mm256_loadu_ps(a + 8));
#elif defined(__SSE2__)
    const float* a = reinterpret_cast<const float*>(from);
    float* b = reinterpret_cast<float*>(to);
    for (int i = 0; i < 16; i += 4) {
        _mm_stream_ps(b + i, _mm_loadu_ps(a + i));
    }
#else
    std::memcpy(to, from, streamed_line);
#endif
}

} // namespace jounce::JOUNCE_LEVEL
