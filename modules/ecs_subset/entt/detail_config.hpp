#pragma once

/// What every part shares: the assert, the identity of a type, and how objects are constructed.

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

/// Called with a condition and a message. Define it before the first include to replace it (in
/// every translation unit alike); define ENTT_DISABLE_ASSERT to drop all checks, as with EnTT.
#ifdef ENTT_DISABLE_ASSERT
#undef ENTT_ASSERT
#define ENTT_ASSERT(condition, message) static_cast<void>(0)
#elif !defined(ENTT_ASSERT)
#include <cassert>
#define ENTT_ASSERT(condition, message) assert((condition) && (message))
#endif

namespace entt::detail {

/// A number for T made from its name, so that it is the same on both sides of a shared library's
/// border (an address or a counter would not be). EnTT does likewise, with the same consequence:
/// types of the same name in two anonymous namespaces must not meet in one registry.
template <typename T> [[nodiscard]] consteval std::uint64_t type_hash() noexcept {
#if defined(_MSC_VER) && !defined(__clang__)
    constexpr std::string_view name = __FUNCSIG__;
#else
    constexpr std::string_view name = __PRETTY_FUNCTION__;
#endif
    std::uint64_t hash = 0xcbf29ce484222325U; // FNV-1a
    for (const char letter : name) {
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
    }
    return hash;
}

/// Makes a T: braces for an aggregate that gets arguments, parentheses for everything else.
template <typename T, typename... Args> [[nodiscard]] constexpr T make(Args&&... args) {
    if constexpr (std::is_aggregate_v<T> &&
                  (sizeof...(Args) != 0 || !std::is_default_constructible_v<T>)) {
        return T{std::forward<Args>(args)...};
    } else {
        return T(std::forward<Args>(args)...);
    }
}

} // namespace entt::detail
