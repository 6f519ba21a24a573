#include <jounce/modules/images/image_claim.hpp>

#include <algorithm>
#include <string_view>

namespace jounce {
namespace {

/// Bytes of a file; those after its end are zero.
class head {
public:
    explicit head(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::uint32_t at(std::size_t i) const {
        return i < bytes_.size() ? std::to_integer<std::uint32_t>(bytes_[i]) : 0;
    }
    std::uint32_t low_first(std::size_t i, std::size_t count) const {
        std::uint32_t out = 0;
        for (std::size_t k = count; k-- > 0;) {
            out = (out << 8U) | at(i + k);
        }
        return out;
    }
    std::uint32_t high_first(std::size_t i, std::size_t count) const {
        std::uint32_t out = 0;
        for (std::size_t k = 0; k < count; ++k) {
            out = (out << 8U) | at(i + k);
        }
        return out;
    }
    bool has(std::size_t i, std::string_view text) const {
        for (std::size_t k = 0; k < text.size(); ++k) {
            if (i + k >= bytes_.size() || at(i + k) != static_cast<unsigned char>(text[k])) {
                return false;
            }
        }
        return true;
    }
    std::size_t size() const { return bytes_.size(); }

private:
    std::span<const std::byte> bytes_;
};

std::optional<image_claim> claim_of_png(const head& file) {
    if (!file.has(12, "IHDR")) {
        return std::nullopt;
    }
    return image_claim{image_format::png, file.high_first(16, 4), file.high_first(20, 4)};
}

/// Segments stand one after the other, each with its length, until the one that says the size.
std::optional<image_claim> claim_of_jpeg(const head& file) {
    std::size_t at = 2;
    while (at + 9 < file.size()) {
        if (file.at(at) != 0xFF) {
            return std::nullopt;
        }
        const std::uint32_t marker = file.at(at + 1);
        if (marker == 0xFF) { // filled up
            ++at;
            continue;
        }
        // Of frames, but tables of Huffman and arithmetic codes have numbers among them.
        if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 &&
            marker != 0xCC) {
            return image_claim{image_format::jpeg, file.high_first(at + 7, 2),
                               file.high_first(at + 5, 2)};
        }
        const bool stands_alone = marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8);
        if (marker == 0xD9 || marker == 0xDA || marker == 0x00) {
            return std::nullopt; // its end, or texels before their number
        }
        at += 2 + (stands_alone ? 0 : std::max(file.high_first(at + 2, 2), 2U));
    }
    return std::nullopt;
}

std::optional<image_claim> claim_of_webp(const head& file) {
    constexpr std::uint32_t size_bits = 0x3FFF;
    if (file.has(12, "VP8X")) {
        return image_claim{image_format::webp, file.low_first(24, 3) + 1,
                           file.low_first(27, 3) + 1};
    }
    if (file.has(12, "VP8L") && file.at(20) == 0x2F) {
        const std::uint32_t bits = file.low_first(21, 4);
        return image_claim{image_format::webp, (bits & size_bits) + 1,
                           ((bits >> 14U) & size_bits) + 1};
    }
    if (file.has(12, "VP8 ") && file.has(23, "\x9d\x01\x2a")) {
        return image_claim{image_format::webp, file.low_first(26, 2) & size_bits,
                           file.low_first(28, 2) & size_bits};
    }
    return std::nullopt;
}

} // namespace

std::optional<image_claim> read_image_claim(std::span<const std::byte> bytes) {
    const head file(bytes);
    std::optional<image_claim> out;
    if (file.has(0, "\x89PNG\r\n\x1a\n")) {
        out = file.size() >= 24 ? claim_of_png(file) : std::nullopt;
    } else if (file.has(0, "\xff\xd8")) {
        out = claim_of_jpeg(file);
    } else if (file.has(0, "RIFF") && file.has(8, "WEBP")) {
        out = file.size() >= 30 ? claim_of_webp(file) : std::nullopt;
    }
    return out && out->width > 0 && out->height > 0 ? out : std::nullopt;
}

} // namespace jounce
