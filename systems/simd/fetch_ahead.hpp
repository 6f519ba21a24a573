#pragma once

// Prefetches memory that is needed soon, while something else is computed. Kernel sources only.

#include <jounce/systems/simd/lane_num.hpp>

#include <cstddef>
#include <span>

namespace jounce::JOUNCE_LEVEL {

inline constexpr std::size_t cache_line = 64;

/// Prefetches one object.
template <class Object> JOUNCE_INLINE void fetch(const Object& object) {
    const std::byte* at = reinterpret_cast<const std::byte*>(&object);
    for (std::size_t i = 0; i < sizeof object; i += cache_line) {
        __builtin_prefetch(at + i, 0, 3);
    }
}

/// Prefetches memory a little at a time: a core can have only a few requests in flight, and a burst
/// of them delays the computation (docs/adr/0028).
class fetch_ahead {
public:
    JOUNCE_INLINE fetch_ahead(std::span<const std::byte> memory, std::size_t steps)
        : next_(memory.data()), end_(memory.data() + memory.size()),
          per_step_(steps > 0 ? (memory.size() / cache_line / steps + 1) * cache_line : 0) {}

    JOUNCE_INLINE void step() {
        const std::byte* stop =
            per_step_ < static_cast<std::size_t>(end_ - next_) ? next_ + per_step_ : end_;
        for (; next_ < stop; next_ += cache_line) {
            __builtin_prefetch(next_, 0, 2);
        }
        next_ = stop;
    }

private:
    const std::byte* next_;
    const std::byte* end_;
    std::size_t per_step_;
};

} // namespace jounce::JOUNCE_LEVEL
