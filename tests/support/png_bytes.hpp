#pragma once

// PNG files written by hand, without libpng: texels are stored, not compressed.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::test {

/// Kinds of texels, by their numbers in PNG.
enum class png_kind : std::uint8_t { grey = 0, rgb = 2, palette = 3, grey_alpha = 4, rgba = 6 };

struct png_picture {
    std::uint32_t width = 1;
    std::uint32_t height = 1;
    png_kind kind = png_kind::rgba;
    std::uint8_t bits = 8;
    std::vector<std::uint8_t> rows; ///< as the file has them, without the filter bytes
    std::vector<std::pair<std::string, std::string>> chunks =
        {}; ///< between the head and the texels
    std::uint8_t interlace = 0;
};

inline std::string high_first(std::uint32_t value) {
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8) {
        out += static_cast<char>((value >> static_cast<unsigned>(shift)) & 255U);
    }
    return out;
}

inline std::string png_chunk(const std::string& name, const std::string& data) {
    std::uint32_t crc = ~0U;
    for (const char c : name + data) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
        }
    }
    return high_first(static_cast<std::uint32_t>(data.size())) + name + data + high_first(~crc);
}

/// Blocks of stored bytes with the frame of zlib around them.
inline std::string stored(std::string_view bytes) {
    std::string out = "\x78\x01";
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    for (const char c : bytes) {
        a = (a + static_cast<unsigned char>(c)) % 65521;
        b = (b + a) % 65521;
    }
    do {
        const std::string_view block = bytes.substr(0, 65535);
        bytes.remove_prefix(block.size());
        const auto size = static_cast<std::uint32_t>(block.size());
        out += static_cast<char>(bytes.empty() ? 1 : 0);
        for (const std::uint32_t half : {size, ~size}) {
            out += static_cast<char>(half & 255U);
            out += static_cast<char>((half >> 8U) & 255U);
        }
        out += block;
    } while (!bytes.empty());
    return out + high_first((b << 16U) | a);
}

inline std::string png_bytes(const png_picture& of) {
    std::string head = high_first(of.width) + high_first(of.height);
    for (const std::uint8_t byte : {of.bits, static_cast<std::uint8_t>(of.kind), std::uint8_t{0},
                                    std::uint8_t{0}, of.interlace}) {
        head += static_cast<char>(byte);
    }
    std::string out = "\x89PNG\r\n\x1a\n" + png_chunk("IHDR", head);
    for (const auto& [name, data] : of.chunks) {
        out += png_chunk(name, data);
    }
    std::string rows;
    const std::size_t row = of.rows.size() / of.height;
    for (std::size_t y = 0; y < of.height; ++y) {
        rows += '\0'; // no filter
        rows.append(reinterpret_cast<const char*>(of.rows.data()) + y * row, row);
    }
    return out + png_chunk("IDAT", stored(rows)) + png_chunk("IEND", "");
}

/// Red, green, blue, alpha of each texel.
inline std::string rgba_png(std::uint32_t width, std::uint32_t height,
                            std::vector<std::uint8_t> texels) {
    png_picture of;
    of.width = width;
    of.height = height;
    of.rows = std::move(texels);
    return png_bytes(of);
}

} // namespace jounce::test
