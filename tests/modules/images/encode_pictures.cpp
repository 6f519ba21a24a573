#include "modules/images/encode_pictures.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>

#ifdef JOUNCE_JPEG
#include <jpeglib.h>
#endif
#ifdef JOUNCE_WEBP
#include <webp/encode.h>
#endif

namespace jounce::test {

std::string jpeg_bytes([[maybe_unused]] std::uint32_t width, [[maybe_unused]] std::uint32_t height,
                       [[maybe_unused]] const std::vector<std::uint8_t>& texels,
                       [[maybe_unused]] const jpeg_recipe& recipe) {
    std::string out;
#ifdef JOUNCE_JPEG
    jpeg_compress_struct encoder = {};
    jpeg_error_mgr errors = {};
    encoder.err = jpeg_std_error(&errors);
    jpeg_create_compress(&encoder);
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&encoder, &bytes, &size);
    encoder.image_width = width;
    encoder.image_height = height;
    encoder.input_components = recipe.channels;
    encoder.in_color_space = recipe.channels == 1   ? JCS_GRAYSCALE
                             : recipe.channels == 3 ? JCS_RGB
                                                    : JCS_CMYK;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, recipe.quality, TRUE);
    // A texel of colour for each of light.
    encoder.comp_info[0].h_samp_factor = 1;
    encoder.comp_info[0].v_samp_factor = 1;
    if (recipe.is_progressive) {
        jpeg_simple_progression(&encoder);
    }
    jpeg_start_compress(&encoder, TRUE);
    const std::size_t stride = std::size_t{width} * static_cast<std::size_t>(recipe.channels);
    std::vector<std::uint8_t> row(stride);
    while (encoder.next_scanline < height) {
        const std::uint8_t* from = texels.data() + encoder.next_scanline * stride;
        row.assign(from, from + stride);
        JSAMPROW at = row.data();
        jpeg_write_scanlines(&encoder, &at, 1);
    }
    jpeg_finish_compress(&encoder);
    out.assign(reinterpret_cast<const char*>(bytes), size);
    jpeg_destroy_compress(&encoder);
    std::free(bytes);
#endif
    return out;
}

#ifdef JOUNCE_WEBP
namespace {
std::string taken(std::uint8_t* bytes, std::size_t size) {
    std::string out(reinterpret_cast<const char*>(bytes), size);
    WebPFree(bytes);
    return out;
}
} // namespace
#endif

std::string webp_bytes([[maybe_unused]] std::uint32_t width, [[maybe_unused]] std::uint32_t height,
                       [[maybe_unused]] const std::vector<std::uint8_t>& rgba) {
#ifdef JOUNCE_WEBP
    std::uint8_t* bytes = nullptr;
    const std::size_t size =
        WebPEncodeLosslessRGBA(rgba.data(), static_cast<int>(width), static_cast<int>(height),
                               static_cast<int>(4 * width), &bytes);
    return taken(bytes, size);
#else
    return {};
#endif
}

std::string lossy_webp_bytes([[maybe_unused]] std::uint32_t width,
                             [[maybe_unused]] std::uint32_t height,
                             [[maybe_unused]] const std::vector<std::uint8_t>& rgba) {
#ifdef JOUNCE_WEBP
    std::uint8_t* bytes = nullptr;
    const std::size_t size =
        WebPEncodeRGBA(rgba.data(), static_cast<int>(width), static_cast<int>(height),
                       static_cast<int>(4 * width), 90, &bytes);
    return taken(bytes, size);
#else
    return {};
#endif
}

} // namespace jounce::test
