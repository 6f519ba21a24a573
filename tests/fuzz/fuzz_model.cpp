// Any bytes as a glTF or VRM file: read whole, or refused with a message. Buffers beside it are
// forbidden, so nothing outside the bytes is ever opened.

#include "read_whole.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    jounce::gltf::read_limits limits;
    limits.max_total_bytes = 64ULL << 20U; // a fuzzer finds slow files before it finds wrong ones
    limits.max_json_values = 100'000;
    limits.surfaces.read_images = true;
    limits.surfaces.need_tangents = true;
    limits.surfaces.max_image_bytes = 4U << 20U;
    (void)jounce::test::read_whole(std::as_bytes(std::span(data, size)), {}, limits);
    return 0;
}
