#pragma once

// One number of each of eight characters in registers, for kernel sources only.
//
// The numbers are held in vectors of the compiler's own, as wide as a register of the level: those it
// keeps in registers through any amount of inlining. (An Eigen array of eight numbers is memory to
// the compiler; in long kernels most of the time went into copying it. See docs/adr/0012.) What
// compilers have no operator for comes from Eigen's packets, the same source for AVX, SSE and NEON.

#include <jounce/components/base/lanes.hpp>

#include <Eigen/Core>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

static_assert(EIGEN_FAST_MATH == 0, "Eigen's fast square root is approximate: results would differ "
                                    "between instruction sets");

// Lane values live in registers only as long as nothing is called.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define JOUNCE_INLINE inline // their checks, inlined everywhere, take minutes to compile
#define JOUNCE_INLINED
#else
#define JOUNCE_INLINE [[gnu::always_inline]] inline
#define JOUNCE_INLINED __attribute__((always_inline)) // of a lambda, behind its parameters
#endif

// For work that few lanes need: kept out of the kernels, which stay small and compile in reasonable
// time. Such functions take lane values by value: a value that a reference points to is kept in
// memory everywhere.
#define JOUNCE_APART [[gnu::noinline]] static

// For the same reason it does not matter how vectors wider than a register would be returned.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace jounce::JOUNCE_LEVEL {

/// The widest register of the level.
template <class Real> struct register_of {
#if defined(__AVX__)
    static constexpr std::size_t bytes = 32;
#else
    static constexpr std::size_t bytes = 16;
#endif
    static constexpr std::size_t width = bytes / sizeof(Real);
    static constexpr std::size_t count = lane_count / width; ///< that hold eight numbers
    using word = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
    typedef Real numbers __attribute__((vector_size(bytes)));
    typedef word words __attribute__((vector_size(bytes)));

    /// A function of Eigen's packets, or number by number where it has none for this CPU.
    template <class Wide, class Narrow, class... Numbers>
    JOUNCE_INLINE static numbers apply(Wide&& wide, Narrow&& narrow, const Numbers&... a) {
        using packet = typename Eigen::internal::packet_traits<Real>::type;
        if constexpr (sizeof(packet) == bytes) {
            return numbers(wide(packet(a)...));
        } else {
            numbers out{};
            for (std::size_t i = 0; i < width; ++i) {
                out[i] = narrow(a[i]...);
            }
            return out;
        }
    }
    JOUNCE_INLINE static numbers same(Real v) {
        if constexpr (width == 8) {
            return numbers{v, v, v, v, v, v, v, v};
        } else if constexpr (width == 4) {
            return numbers{v, v, v, v};
        } else {
            return numbers{v, v};
        }
    }
};

/// Sets each register of `out` to `f(index)`. Not a loop, because the compiler unrolls loops only
/// after it has decided what to keep in registers.
template <class Out, class F> JOUNCE_INLINE Out by_register(F&& f) {
    Out out;
    out.part[0] = f(0);
    if constexpr (Out::count > 1) {
        out.part[1] = f(1);
    }
    if constexpr (Out::count > 2) {
        static_assert(Out::count == 4);
        out.part[2] = f(2);
        out.part[3] = f(3);
    }
    return out;
}

/// Truth per lane: all bits or none.
template <class Real> struct mask {
    static constexpr std::size_t count = register_of<Real>::count;
    typename register_of<Real>::words part[count];
};

/// Eight numbers.
template <class Real> struct num {
    using reg = register_of<Real>;
    static constexpr std::size_t count = reg::count;
    typename reg::numbers part[count];

    num() = default;
    /// The same value in every lane.
    JOUNCE_INLINE num(Real value)
        : num(by_register<num>([same = reg::same(value)](std::size_t) { return same; })) {}

    JOUNCE_INLINE friend num operator+(const num& a, const num& b) {
        return by_register<num>([&](std::size_t i) { return a.part[i] + b.part[i]; });
    }
    JOUNCE_INLINE friend num operator-(const num& a, const num& b) {
        return by_register<num>([&](std::size_t i) { return a.part[i] - b.part[i]; });
    }
    JOUNCE_INLINE friend num operator*(const num& a, const num& b) {
        return by_register<num>([&](std::size_t i) { return a.part[i] * b.part[i]; });
    }
    JOUNCE_INLINE friend num operator/(const num& a, const num& b) {
        return by_register<num>([&](std::size_t i) { return a.part[i] / b.part[i]; });
    }
    JOUNCE_INLINE friend num operator-(const num& a) {
        return by_register<num>([&](std::size_t i) { return -a.part[i]; });
    }
    JOUNCE_INLINE num& operator+=(const num& b) { return *this = *this + b; }
    JOUNCE_INLINE num& operator*=(const num& b) { return *this = *this * b; }

    /// The larger; the number itself if it is undefined, or if `b` is.
    JOUNCE_INLINE num max(const num& b) const {
        return choose([](auto x, auto y) { return Eigen::internal::pmax(x, y); },
                      [](Real x, Real y) { return x < y ? y : x; }, b);
    }
    /// The smaller; the number itself if it is undefined, or if `b` is.
    JOUNCE_INLINE num min(const num& b) const {
        return choose([](auto x, auto y) { return Eigen::internal::pmin(x, y); },
                      [](Real x, Real y) { return y < x ? y : x; }, b);
    }
    JOUNCE_INLINE num sqrt() const {
        return choose([](auto x) { return Eigen::internal::psqrt(x); },
                      [](Real x) { return std::sqrt(x); });
    }
    JOUNCE_INLINE num abs() const {
        return choose([](auto x) { return Eigen::internal::pabs(x); },
                      [](Real x) { return std::abs(x); });
    }
    JOUNCE_INLINE num floor() const {
        return choose([](auto x) { return Eigen::internal::pfloor(x); },
                      [](Real x) { return std::floor(x); });
    }

private:
    template <class Wide, class Narrow, class... Nums>
    JOUNCE_INLINE num choose(Wide&& wide, Narrow&& narrow, const Nums&... b) const {
        return by_register<num>(
            [&](std::size_t i) { return reg::apply(wide, narrow, part[i], b.part[i]...); });
    }
};

// Storage to registers and back.

template <class Real> JOUNCE_INLINE num<Real> load(const lane<Real>& from) {
    using numbers = typename register_of<Real>::numbers;
    return by_register<num<Real>>([&](std::size_t i) {
        numbers out;
        std::memcpy(&out, from.v + i * register_of<Real>::width, sizeof out);
        return out;
    });
}
template <class Real> JOUNCE_INLINE void store(lane<Real>& to, const num<Real>& value) {
    for (std::size_t i = 0; i < num<Real>::count; ++i) {
        std::memcpy(to.v + i * register_of<Real>::width, &value.part[i], sizeof value.part[i]);
    }
}

template <class Real> JOUNCE_INLINE num<Real> splat(Real value) { return num<Real>(value); }

// Comparison and choice per lane.

template <class Real> JOUNCE_INLINE mask<Real> less(const num<Real>& a, const num<Real>& b) {
    return by_register<mask<Real>>([&](std::size_t i) { return a.part[i] < b.part[i]; });
}
template <class Real> JOUNCE_INLINE mask<Real> less_equal(const num<Real>& a, const num<Real>& b) {
    return by_register<mask<Real>>([&](std::size_t i) { return a.part[i] <= b.part[i]; });
}
template <class Real>
JOUNCE_INLINE num<Real> where(const mask<Real>& condition, const num<Real>& yes,
                              const num<Real>& no) {
    return by_register<num<Real>>(
        [&](std::size_t i) { return condition.part[i] ? yes.part[i] : no.part[i]; });
}
/// The number where the condition holds, else 0: a third of the work of `where`.
template <class Real>
JOUNCE_INLINE num<Real> only_where(const mask<Real>& condition, const num<Real>& a) {
    using reg = register_of<Real>;
    return by_register<num<Real>>([&](std::size_t i) {
        return typename reg::numbers(condition.part[i] & typename reg::words(a.part[i]));
    });
}
/// A number with its sign turned where the other is negative.
template <class Real>
JOUNCE_INLINE num<Real> turned_by_sign(const num<Real>& a, const num<Real>& other) {
    using reg = register_of<Real>;
    using words = typename reg::words;
    const words sign = words(reg::same(-Real(0)));
    return by_register<num<Real>>([&](std::size_t i) {
        return typename reg::numbers(words(a.part[i]) ^ (words(other.part[i]) & sign));
    });
}
template <class Real> JOUNCE_INLINE mask<Real> operator&(const mask<Real>& a, const mask<Real>& b) {
    return by_register<mask<Real>>([&](std::size_t i) { return a.part[i] & b.part[i]; });
}
template <class Real> JOUNCE_INLINE mask<Real> operator|(const mask<Real>& a, const mask<Real>& b) {
    return by_register<mask<Real>>([&](std::size_t i) { return a.part[i] | b.part[i]; });
}
template <class Real> JOUNCE_INLINE mask<Real> operator~(const mask<Real>& a) {
    return by_register<mask<Real>>([&](std::size_t i) { return ~a.part[i]; });
}
/// Whether it is true in any lane.
template <class Real> JOUNCE_INLINE bool any(const mask<Real>& condition) {
    auto found = condition.part[0];
    for (std::size_t i = 1; i < mask<Real>::count; ++i) {
        found |= condition.part[i];
    }
#if defined(__AVX__)
    return _mm256_testz_si256(__m256i(found), __m256i(found)) == 0;
#else
    std::uint64_t words[sizeof found / sizeof(std::uint64_t)];
    std::memcpy(words, &found, sizeof found);
    return (words[0] | words[1]) != 0;
#endif
}
/// Whether it is true in every lane.
template <class Real> JOUNCE_INLINE bool all(const mask<Real>& condition) {
#if defined(__AVX__)
    if constexpr (mask<Real>::count == 1) {
        return _mm256_movemask_ps(__m256(condition.part[0])) == 0xFF;
    }
#endif
    return !any(~condition);
}

/// Four of the eight numbers, from lane 0 or 4 on.
template <class Real> struct four_lanes {
    typedef Real numbers __attribute__((vector_size(4 * sizeof(Real))));
};
template <class Real>
JOUNCE_INLINE typename four_lanes<Real>::numbers half_of(const num<Real>& a, bool upper) {
    if constexpr (register_of<Real>::width == 8) {
        return upper ? __builtin_shufflevector(a.part[0], a.part[0], 4, 5, 6, 7)
                     : __builtin_shufflevector(a.part[0], a.part[0], 0, 1, 2, 3);
    } else if constexpr (register_of<Real>::width == 4) {
        return a.part[upper ? 1 : 0];
    } else {
        return upper ? __builtin_shufflevector(a.part[2], a.part[3], 0, 1, 2, 3)
                     : __builtin_shufflevector(a.part[0], a.part[1], 0, 1, 2, 3);
    }
}

} // namespace jounce::JOUNCE_LEVEL
