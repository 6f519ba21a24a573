// Any bytes as a picture: decoded whole, or refused with a reason; then all its smaller copies.

#include <jounce/modules/images/decode_image.hpp>
#include <jounce/modules/surface/make_mipmaps.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace {

void need(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void need_whole(const jounce::texture_image& one) {
    need(one.width > 0 && one.height > 0);
    need(one.texels.size() == std::size_t{4} * one.width * one.height);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace jounce;
    // A fuzzer finds slow pictures before it finds wrong ones.
    const image_limits limits = {.max_size = 2048, .max_bytes = 4U << 20U};
    const auto image = decode_image(std::as_bytes(std::span(data, size)), limits);
    if (!image) {
        need(!image.error().name.empty() && !image.error().message.empty());
        return 0;
    }
    need_whole(*image);
    need(image->texels.size() <= limits.max_bytes);
    const image_use use = size % 3 == 0   ? image_use::colour
                          : size % 3 == 1 ? image_use::normal
                                          : image_use::data;
    const mipmap_alpha alpha = {size % 2 == 0 ? alpha_mode::mask : alpha_mode::blend,
                                static_cast<float>(size % 5) / 4};
    const auto copies = make_mipmaps(*image, use, alpha);
    need(copies.size() == mipmap_count(image->width, image->height));
    for (const texture_image& one : copies) {
        need_whole(one);
    }
    return 0;
}
