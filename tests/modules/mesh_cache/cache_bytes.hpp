#pragma once

// Caches written byte by byte, right or wrong.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace jounce_test {

/// Numbers as a file has them.
struct cache_bytes {
    std::endian order = std::endian::little;
    std::string bytes;

    cache_bytes& word(std::uint32_t value) {
        for (int i = 0; i < 4; ++i) {
            const int shift = order == std::endian::little ? 8 * i : 24 - 8 * i;
            bytes += static_cast<char>((value >> shift) & 0xFFU);
        }
        return *this;
    }
    cache_bytes& number(float value) { return word(std::bit_cast<std::uint32_t>(value)); }
    cache_bytes& text(const std::string& more) {
        bytes += more;
        return *this;
    }
    /// As many positions as asked for; coordinate k of all is `first + k`.
    cache_bytes& positions(std::size_t count, float first) {
        for (std::size_t i = 0; i < 3 * count; ++i) {
            number(first + static_cast<float>(i));
        }
        return *this;
    }
};

inline std::span<const std::byte> as_data(const std::string& text) {
    return std::as_bytes(std::span(text));
}

/// Three points, two frames.
inline std::string good_pc2() {
    cache_bytes out;
    out.text(std::string("POINTCACHE2\0", 12)).word(1).word(3).number(1).number(1).word(2);
    return out.positions(3, 0).positions(3, 100).bytes;
}
inline std::string good_mdd() {
    cache_bytes out{std::endian::big, {}};
    out.word(2).word(3).number(0.5F).number(0.55F);
    return out.positions(3, 0).positions(3, 100).bytes;
}
/// A triangle, two frames; the rest pose is none of them.
inline std::string good_sma() {
    cache_bytes out;
    out.text("JSMA0001").word(3).word(1).word(2).word(0).positions(3, 1000);
    return out.word(0).word(1).word(2).positions(3, 0).positions(3, 100).bytes;
}

/// The bytes with a word replaced.
inline std::string with_word(std::string bytes, std::size_t offset, std::uint32_t value,
                             std::endian order = std::endian::little) {
    return bytes.replace(offset, 4, cache_bytes{order, {}}.word(value).bytes);
}

inline constexpr std::uint32_t nan_word = 0x7FC00000;

} // namespace jounce_test
