#pragma once

// Finding a moment among the keys of a track, for one character. Everything here is static: compiled
// into kernels of several levels, it must not be shared between them.

#include <jounce/components/assets/clip.hpp>

#include <cstddef>
#include <cstdint>

namespace jounce::detail {

/// A moment among keys: on a key, or between it and the next one.
struct key_place {
    std::uint32_t key = 0;
    double share = 0; ///< of the way to the next key, 0..1; 0: the next one is not needed
};

/// The last key that is not later than a time between the first and the last. Looks around the hint
/// first, which may be any number.
[[gnu::always_inline]] static inline std::uint32_t
find_key(const float* times, std::uint32_t count, double time, std::uint32_t hint) noexcept {
    const auto holds = [&](std::uint32_t key) {
        return static_cast<double>(times[key]) <= time &&
               time < static_cast<double>(times[key + 1]);
    };
    if (hint < count - 1) {
        if (holds(hint)) {
            return hint;
        }
        if (hint + 2 < count && holds(hint + 1)) {
            return hint + 1;
        }
        if (hint > 0 && holds(hint - 1)) {
            return hint - 1;
        }
    }
    std::uint32_t low = 0;
    std::uint32_t high = count - 1;
    while (high - low > 1) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (static_cast<double>(times[middle]) <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/// @pre count is at least 1
[[gnu::always_inline]] static inline key_place
find_place(const float* times, std::uint32_t count, double time, std::uint32_t& hint) noexcept {
    if (!(time > static_cast<double>(times[0]))) {
        return {0, 0};
    }
    if (!(time < static_cast<double>(times[count - 1]))) {
        return {count - 1, 0};
    }
    const std::uint32_t key = find_key(times, count, time, hint);
    hint = key;
    const double start = static_cast<double>(times[key]);
    return {key, (time - start) / (static_cast<double>(times[key + 1]) - start)};
}

/// The weights of the four numbers around a moment in a Hermite spline: values of both keys, the
/// tangent after the first and the one before the second, which are per second.
struct hermite {
    double from, leaving, to, arriving;
};

[[gnu::always_inline]] static inline hermite hermite_at(double share, double seconds) noexcept {
    const double square = share * share;
    const double cube = square * share;
    return {2 * cube - 3 * square + 1, seconds * (cube - 2 * square + share), 3 * square - 2 * cube,
            seconds * (cube - square)};
}

/// One number of a cubic track. `values` are those of the track, `width` numbers per part of a key.
[[gnu::always_inline]] static inline double cubic_number(const float* values, std::uint32_t width,
                                                         std::uint32_t part, const key_place& place,
                                                         const hermite& by) noexcept {
    const std::size_t key = std::size_t{place.key} * 3 * width;
    const double value = static_cast<double>(values[key + width + part]);
    if (!(place.share > 0)) {
        return value;
    }
    const std::size_t next = key + 3 * std::size_t{width};
    return by.from * value +
           by.leaving * static_cast<double>(values[key + 2 * std::size_t{width} + part]) +
           by.to * static_cast<double>(values[next + width + part]) +
           by.arriving * static_cast<double>(values[next + part]);
}

} // namespace jounce::detail
