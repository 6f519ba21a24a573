#include <jounce/modules/images/decode_image.hpp>

#include <jounce/modules/images/decoders.hpp>

#include <new>
#include <string>
#include <utility>

namespace jounce {
namespace {

const char* library_of(image_format format) {
    switch (format) {
    case image_format::png: return "libpng (Debian: libpng-dev)";
    case image_format::jpeg: return "libjpeg (Debian: libjpeg62-turbo-dev)";
    default: return "libwebp (Debian: libwebp-dev)";
    }
}

bool decode(std::span<const std::byte> file, const image_claim& claim, std::uint8_t* texels,
            std::string& why) {
    [[maybe_unused]] const decoder_target to = {claim.width, claim.height, texels};
    switch (claim.format) {
#ifdef JOUNCE_PNG
    case image_format::png: return decode_png(file, to, why);
#endif
#ifdef JOUNCE_JPEG
    case image_format::jpeg: return decode_jpeg(file, to, why);
#endif
#ifdef JOUNCE_WEBP
    case image_format::webp: return decode_webp(file, to, why);
#endif
    default: why = "nobody reads it"; return false; // can_decode was asked before
    }
}

std::string size_text(const image_claim& claim) {
    return std::to_string(claim.width) + " x " + std::to_string(claim.height);
}

} // namespace

bool can_decode(image_format format) {
    switch (format) {
#ifdef JOUNCE_PNG
    case image_format::png: return true;
#endif
#ifdef JOUNCE_JPEG
    case image_format::jpeg: return true;
#endif
#ifdef JOUNCE_WEBP
    case image_format::webp: return true;
#endif
    default: return false;
    }
}

result<texture_image> decode_image(std::span<const std::byte> file, const image_limits& limits) {
    const std::optional<image_claim> claim = read_image_claim(file);
    if (!claim) {
        return error{errors::bad_image, "is no PNG, JPEG or WebP picture; export it again"};
    }
    if (!can_decode(claim->format)) {
        return error{errors::unsupported, std::string("this jounce was built without ") +
                                              library_of(claim->format) +
                                              "; install it and build jounce again"};
    }
    if (claim->width > limits.max_size || claim->height > limits.max_size) {
        return error{errors::too_large, "has " + size_text(*claim) + " texels, " +
                                            std::to_string(limits.max_size) +
                                            " in a row or column are allowed; make it smaller"};
    }
    if (claim->bytes() > limits.max_bytes) {
        return error{errors::too_large, "has " + size_text(*claim) + " texels, but only " +
                                            std::to_string(limits.max_bytes) +
                                            " bytes are left for pictures; make it smaller"};
    }
    texture_image out;
    std::string why;
    try {
        out.texels.resize(static_cast<std::size_t>(claim->bytes()));
        if (!decode(file, *claim, out.texels.data(), why)) {
            return error{errors::bad_image,
                         "cannot be decoded (" + why + "); export the picture again"};
        }
    } catch (const std::bad_alloc&) {
        return error{errors::too_large, "there is not enough memory for it; make it smaller"};
    }
    out.width = claim->width;
    out.height = claim->height;
    return out;
}

} // namespace jounce
