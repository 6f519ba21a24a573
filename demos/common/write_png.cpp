#include "write_png.hpp"

#include <jounce/modules/files/replace_file.hpp>

#include <png.h>

#include <cstring>
#include <optional>
#include <string>

namespace demo {

using jounce::error;
using jounce::result;

namespace {

png_image description(std::uint32_t width, std::uint32_t height) {
    png_image out;
    std::memset(&out, 0, sizeof out);
    out.version = PNG_IMAGE_VERSION;
    out.width = width;
    out.height = height;
    out.format = PNG_FORMAT_RGBA;
    return out;
}

constexpr std::uint32_t max_side = 8192; ///< of pictures that are read

} // namespace

result<bool> write_png(const std::filesystem::path& file, const image& picture) {
    // The pixels are opaque, and three channels make smaller files.
    png_image png = description(picture.width, picture.height);
    png.format = PNG_FORMAT_RGB;
    std::string rgb;
    rgb.reserve(picture.rgba.size() / 4 * 3);
    for (std::size_t i = 0; i + 3 < picture.rgba.size(); i += 4) {
        rgb.append(reinterpret_cast<const char*>(picture.rgba.data() + i), 3);
    }
    png_alloc_size_t size = 0;
    std::string text;
    if (png_image_write_get_memory_size(png, size, 0, rgb.data(), 0, nullptr)) {
        text.resize(size);
        if (png_image_write_to_memory(&png, text.data(), &size, 0, rgb.data(), 0, nullptr)) {
            text.resize(size);
            if (const std::optional<error> why = jounce::replace_file(file, text)) {
                return *why;
            }
            return true;
        }
    }
    return error{jounce::errors::cannot_write, file.string() + ": " + png.message};
}

result<image> read_png(const std::filesystem::path& file) {
    png_image png = description(0, 0);
    if (!png_image_begin_read_from_file(&png, file.c_str())) {
        return error{jounce::errors::cannot_read, file.string() + ": " + png.message};
    }
    if (png.width > max_side || png.height > max_side) {
        png_image_free(&png);
        return error{jounce::errors::cannot_read, file.string() + ": larger than " +
                                                      std::to_string(max_side) +
                                                      " pixels on a side"};
    }
    png.format = PNG_FORMAT_RGBA;
    image out{png.width, png.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(png))};
    if (!png_image_finish_read(&png, nullptr, out.rgba.data(), 0, nullptr)) {
        return error{jounce::errors::cannot_read, file.string() + ": " + png.message};
    }
    return out;
}

} // namespace demo
