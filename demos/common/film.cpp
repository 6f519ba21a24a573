#include "film.hpp"

#include <jounce/modules/files/replace_file.hpp>

#include <algorithm>
#include <optional>
#include <string>

#if JOUNCE_HAS_WEBP
#include <webp/encode.h>
#include <webp/mux.h>
#endif

namespace demo {

using jounce::error;
using jounce::result;

image shrunk(const image& picture, std::uint32_t factor) {
    image out{picture.width / factor, picture.height / factor, {}};
    out.rgba.resize(std::size_t{4} * out.width * out.height);
    for (std::uint32_t y = 0; y < out.height; ++y) {
        for (std::uint32_t x = 0; x < out.width; ++x) {
            for (std::uint32_t c = 0; c < 4; ++c) {
                std::uint32_t sum = 0;
                for (std::uint32_t k = 0; k < factor * factor; ++k) {
                    const std::size_t row = std::size_t{y} * factor + k / factor;
                    const std::size_t column = std::size_t{x} * factor + k % factor;
                    sum += picture.rgba[4 * (row * picture.width + column) + c];
                }
                out.rgba[4 * (std::size_t{y} * out.width + x) + c] =
                    static_cast<std::uint8_t>(sum / (factor * factor));
            }
        }
    }
    return out;
}

image contact_sheet(const std::vector<image>& pictures, std::uint32_t columns) {
    if (pictures.empty()) {
        return {};
    }
    const std::uint32_t width = pictures.front().width;
    const std::uint32_t height = pictures.front().height;
    const auto rows = static_cast<std::uint32_t>((pictures.size() + columns - 1) / columns);
    image out{width * columns, height * rows, {}};
    out.rgba.assign(std::size_t{4} * out.width * out.height, 255);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const std::size_t left = (i % columns) * width;
        const std::size_t top = (i / columns) * height;
        for (std::uint32_t y = 0; y < height; ++y) {
            std::copy_n(
                pictures[i].rgba.begin() + static_cast<std::ptrdiff_t>(std::size_t{4} * width * y),
                std::size_t{4} * width,
                out.rgba.begin() + static_cast<std::ptrdiff_t>(4 * ((top + y) * out.width + left)));
        }
    }
    return out;
}

#if JOUNCE_HAS_WEBP

result<bool> write_webp(const std::filesystem::path& file, const std::vector<image>& pictures,
                        int milliseconds_each, float quality) {
    if (pictures.empty()) {
        return error{jounce::errors::cannot_write, file.string() + ": there are no pictures"};
    }
    WebPAnimEncoderOptions options;
    WebPConfig config;
    if (!WebPAnimEncoderOptionsInit(&options) || !WebPConfigInit(&config)) {
        return error{jounce::errors::cannot_write,
                     file.string() + ": libwebp is of another version"};
    }
    options.anim_params.loop_count = 0;
    config.quality = quality;
    config.method = 4;
    WebPAnimEncoder* encoder =
        WebPAnimEncoderNew(static_cast<int>(pictures.front().width),
                           static_cast<int>(pictures.front().height), &options);
    std::string why = encoder != nullptr ? "" : "no encoder";
    int time = 0;
    for (const image& each : pictures) {
        WebPPicture picture;
        if (!why.empty() || !WebPPictureInit(&picture)) {
            break;
        }
        picture.use_argb = 1;
        picture.width = static_cast<int>(each.width);
        picture.height = static_cast<int>(each.height);
        if (!WebPPictureImportRGBA(&picture, each.rgba.data(), picture.width * 4) ||
            !WebPAnimEncoderAdd(encoder, &picture, time, &config)) {
            why = WebPAnimEncoderGetError(encoder);
        }
        WebPPictureFree(&picture);
        time += milliseconds_each;
    }
    std::string bytes;
    WebPData data;
    WebPDataInit(&data);
    if (why.empty()) {
        WebPAnimEncoderAdd(encoder, nullptr, time, nullptr);
        if (WebPAnimEncoderAssemble(encoder, &data)) {
            bytes.assign(reinterpret_cast<const char*>(data.bytes), data.size);
        } else {
            why = WebPAnimEncoderGetError(encoder);
        }
    }
    WebPDataClear(&data);
    WebPAnimEncoderDelete(encoder);
    if (!why.empty()) {
        return error{jounce::errors::cannot_write, file.string() + ": " + why};
    }
    if (const std::optional<error> failed = jounce::replace_file(file, bytes)) {
        return *failed;
    }
    return true;
}

#else

result<bool> write_webp(const std::filesystem::path& file, const std::vector<image>&, int, float) {
    return error{jounce::errors::no_webp, file.string() +
                                              ": this program was built without libwebp (Debian: "
                                              "libwebp-dev), so it writes no moving pictures"};
}

#endif

} // namespace demo
