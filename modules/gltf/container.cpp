#include <jounce/modules/gltf/container.hpp>

#include <cstdint>

namespace jounce::gltf {
namespace {

constexpr std::uint32_t magic_gltf = 0x46546C67;
constexpr std::uint32_t chunk_json = 0x4E4F534A;
constexpr std::uint32_t chunk_binary = 0x004E4942;
constexpr std::size_t header_bytes = 12;
constexpr std::size_t chunk_header_bytes = 8;

std::uint32_t word(std::span<const std::byte> bytes, std::size_t at) {
    std::uint32_t out = 0;
    for (std::size_t i = 4; i-- > 0;) {
        out = (out << 8U) | std::to_integer<std::uint32_t>(bytes[at + i]);
    }
    return out;
}

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void damaged(source& from, const std::string& cause) {
    from.fail(errors::bad_container, "", cause + "; the file is damaged, export or copy it again");
}

container open_binary(source& from, std::span<const std::byte> bytes) {
    container parts;
    if (bytes.size() < header_bytes + chunk_header_bytes) {
        damaged(from, "ends inside its header, at byte " + std::to_string(bytes.size()));
        return parts;
    }
    if (word(bytes, 4) != 2) {
        from.fail(errors::unsupported_version, "",
                  "is binary glTF version " + std::to_string(word(bytes, 4)) +
                      ", only version 2 is read; export it as glTF 2.0");
        return parts;
    }
    const std::size_t length = word(bytes, 8);
    if (length > bytes.size() || length < header_bytes + chunk_header_bytes) {
        damaged(from, "says that it has " + std::to_string(length) + " bytes, but has " +
                          std::to_string(bytes.size()));
        return parts;
    }
    if (length < bytes.size()) {
        from.warn("/", "bytes after the end that the file's header states were left out");
    }
    bool first = true;
    for (std::size_t at = header_bytes; at + chunk_header_bytes <= length;) {
        const std::size_t size = word(bytes, at);
        const std::uint32_t type = word(bytes, at + 4);
        at += chunk_header_bytes;
        if (size > length - at) {
            damaged(from, "has a chunk of " + std::to_string(size) + " bytes where " +
                              std::to_string(length - at) + " are left");
            return parts;
        }
        const std::span<const std::byte> chunk = bytes.subspan(at, size);
        if (first != (type == chunk_json)) {
            damaged(from, "needs exactly one JSON chunk, at its beginning");
            return parts;
        }
        if (first) {
            parts.json = as_text(chunk);
        } else if (type == chunk_binary && !parts.binary) {
            parts.binary = chunk;
        }
        first = false;
        at += size;
    }
    return parts;
}

/// Values in JSON text, counted before a parser builds them: it makes many bytes of few.
std::uint64_t count_values(std::string_view text) {
    std::uint64_t count = 1;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            i += c == '\\' ? 1 : 0;
            in_string = c != '"';
        } else {
            in_string = c == '"';
            count += c == ',' || c == '[' || c == '{' ? 1 : 0;
        }
    }
    return count;
}

} // namespace

container open_container(source& from, std::span<const std::byte> bytes) {
    container parts;
    if (bytes.size() >= 4 && word(bytes, 0) == magic_gltf) {
        parts = open_binary(from, bytes);
    } else {
        const std::string_view text = as_text(bytes);
        // A byte order mark is not allowed, but harmless.
        const std::size_t start = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
        const std::size_t brace = text.find_first_not_of(" \t\r\n", start);
        if (brace == std::string_view::npos || text[brace] != '{') {
            from.fail(errors::bad_container, "",
                      "is neither glTF JSON nor binary glTF; give a .gltf, .glb or .vrm file");
            return parts;
        }
        parts.json = text.substr(start);
    }
    if (from.ok() && count_values(parts.json) > from.limits.max_json_values) {
        from.fail(errors::too_large, "",
                  "has more than " + std::to_string(from.limits.max_json_values) +
                      " values in its JSON; put data into buffers or raise max_json_values");
    }
    return parts;
}

} // namespace jounce::gltf
