#pragma once

#include <jounce/modules/gltf/source.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace jounce::gltf {

/// The parts of a file, as views into its bytes.
struct container {
    std::string_view json;
    std::optional<std::span<const std::byte>> binary; ///< the BIN chunk of a .glb
};

/// Tells .glb from .gltf by its first bytes and takes it apart. Mistakes: `bad_container`,
/// `unsupported_version`, `too_large` (more values in the JSON than `max_json_values`).
container open_container(source& from, std::span<const std::byte> bytes);

} // namespace jounce::gltf
