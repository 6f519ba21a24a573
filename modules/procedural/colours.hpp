#pragma once

#include <cstdint>
#include <initializer_list>

namespace jounce::procedural {

/// Packed as `surface::colours` are: R in the lowest byte, A = 255.
using colour = std::uint32_t;

/// From the usual notation, 0xRRGGBB.
constexpr colour rgb(std::uint32_t hex) {
    return (hex >> 16 & 0xFFU) | (hex & 0xFF00U) | (hex & 0xFFU) << 16 | 0xFF000000U;
}

/// From `a` at 0 to `b` at 1, and the nearer of them beyond.
constexpr colour mix(colour a, colour b, double t) {
    const double share = t < 0 ? 0 : t > 1 ? 1 : t;
    colour out = 0xFF000000U;
    for (const int shift : {0, 8, 16}) {
        const double from = a >> shift & 0xFFU;
        const double to = b >> shift & 0xFFU;
        // NOLINTNEXTLINE(bugprone-incorrect-roundings): at compile time, and not below zero
        out |= static_cast<colour>(from + share * (to - from) + 0.5) << shift;
    }
    return out;
}

/// The one palette of all models, muted so that they look well side by side.
namespace colours {

/// @{
/// sRGB, opaque.
inline constexpr colour ink = rgb(0x2F3440);
inline constexpr colour slate = rgb(0x5B6675);
inline constexpr colour mist = rgb(0xC9D1D9);
inline constexpr colour cream = rgb(0xF3E9D8);
inline constexpr colour sand = rgb(0xDCC7A3);
inline constexpr colour skin = rgb(0xE6BB9C);
inline constexpr colour blush = rgb(0xDE9E86);
inline constexpr colour terracotta = rgb(0xC0674A);
inline constexpr colour clay = rgb(0xA25338);
inline constexpr colour earth = rgb(0x4E3B30);
inline constexpr colour stem = rgb(0x5E8650);
inline constexpr colour leaf = rgb(0x7BAA62);
inline constexpr colour leaf_dark = rgb(0x4A7C58);
inline constexpr colour yolk = rgb(0xF0C04C);
inline constexpr colour butter = rgb(0xF7D980);
inline constexpr colour orange = rgb(0xE0813A);
inline constexpr colour coral = rgb(0xDF7A6C);
inline constexpr colour wine = rgb(0x9A3B4C);
inline constexpr colour wine_dark = rgb(0x6F2A3C);
inline constexpr colour plum = rgb(0x75598C);
inline constexpr colour lilac = rgb(0xB79CC8);
inline constexpr colour teal = rgb(0x4B9995);
inline constexpr colour foam = rgb(0xA9D3C6);
inline constexpr colour sky = rgb(0x86AFD0);
inline constexpr colour denim = rgb(0x4A6484);
inline constexpr colour chestnut = rgb(0x74472F);
inline constexpr colour caramel = rgb(0xA56B42);
/// @}

} // namespace colours

} // namespace jounce::procedural
