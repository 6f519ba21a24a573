// Compiled where libwebp was found.

#include <jounce/modules/images/decoders.hpp>

#include <webp/decode.h>

namespace jounce {

bool decode_webp(std::span<const std::byte> file, const decoder_target& to, std::string& why) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(file.data());
    WebPBitstreamFeatures found;
    if (WebPGetFeatures(bytes, file.size(), &found) != VP8_STATUS_OK) {
        why = "libwebp refuses its head";
        return false;
    }
    if (found.has_animation != 0) {
        why = "it is animated";
        return false;
    }
    if (static_cast<std::uint32_t>(found.width) != to.width ||
        static_cast<std::uint32_t>(found.height) != to.height) {
        why = "its head says two sizes";
        return false;
    }
    const std::size_t stride = std::size_t{4} * to.width;
    if (WebPDecodeRGBAInto(bytes, file.size(), to.texels, stride * to.height,
                           static_cast<int>(stride)) == nullptr) {
        why = "it is cut off or damaged";
        return false;
    }
    return true;
}

} // namespace jounce
