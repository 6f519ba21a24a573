#include <jounce/modules/gltf/split_glb.hpp>

#include <jounce/modules/gltf/container.hpp>

namespace jounce::gltf {

result<glb_parts> split_glb(std::span<const std::byte> bytes, const std::filesystem::path& name,
                            const read_limits& limits) {
    json::file_kind kind;
    kind.noun = "binary glTF file";
    json::reading shared(kind);
    if (bytes.size() > limits.max_file_bytes) {
        return error{errors::too_large, name.string() + ": has " + std::to_string(bytes.size()) +
                                            " bytes, " + std::to_string(limits.max_file_bytes) +
                                            " are allowed here"};
    }
    source from = {limits, shared, name};
    const container parts = open_container(from, bytes);
    if (!from.ok()) {
        return shared.error();
    }
    return glb_parts{parts.json, parts.binary.value_or(std::span<const std::byte>())};
}

} // namespace jounce::gltf
