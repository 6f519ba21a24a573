// Any bytes as a glTF or VRM file: read whole, or refused with a message. Buffers beside it are
// forbidden, so nothing outside the bytes is ever opened.

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/vrm/read_vrm.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    jounce::gltf::read_limits limits;
    limits.max_total_bytes = 64ULL << 20U; // a fuzzer finds slow files before it finds wrong ones
    limits.max_json_values = 100'000;
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto model = jounce::gltf::parse_model(bytes, {}, limits);
    if (!model) {
        if (model.why().name.empty() || model.why().message.empty()) {
            std::abort(); // refused without a reason
        }
        return 0;
    }
    (void)jounce::read_vrm(model->json, "fuzz", model->bones, model->bone_of_node);
    (void)jounce::gltf::make_kind(*model, {});
    return 0;
}
