#pragma once

#include <jounce/modules/gltf/container.hpp>
#include <jounce/modules/gltf/source.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace jounce::gltf {

/// Fills `source::buffers` from the BIN chunk, `data:` URIs and files in the folder. Mistakes:
/// `bad_uri`, `bad_buffer`, `too_large` and those of `json::read_file`.
void read_buffers(source& from, const json::value& root, const container& parts);

/// A URI as a path below a folder, or why not: no scheme, not absolute, no `..`, however written.
struct relative_path {
    std::filesystem::path path;
    const char* refused = nullptr;
};
relative_path path_of_uri(std::string_view uri);

/// Whether a URI holds data itself.
bool is_data_uri(std::string_view uri);
/// What it holds, or nothing if that is not base64.
std::optional<std::vector<std::byte>> bytes_of_data_uri(std::string_view uri);

/// Bytes of base64 text, or nothing if it is not.
std::optional<std::vector<std::byte>> decode_base64(std::string_view text);

} // namespace jounce::gltf
