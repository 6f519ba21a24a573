#include <jounce/modules/gltf/buffers.hpp>

#include <jounce/modules/gltf/compressed.hpp>

#include <algorithm>
#include <cctype>
#include <system_error>
#include <utility>

namespace jounce::gltf {
namespace {

int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

std::optional<std::string> percent_decoded(std::string_view uri) {
    std::string out;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] != '%') {
            out += uri[i];
            continue;
        }
        if (i + 2 >= uri.size() || hex_digit(uri[i + 1]) < 0 || hex_digit(uri[i + 2]) < 0) {
            return std::nullopt;
        }
        out += static_cast<char>(hex_digit(uri[i + 1]) * 16 + hex_digit(uri[i + 2]));
        i += 2;
    }
    return out;
}

int base64_digit(char c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+' || c == '-' ? 62
           : c == '/' || c == '_' ? 63
                                  : -1;
}

/// One buffer: where it stands, and how long it says it is.
struct wanted_buffer {
    std::string place;
    std::size_t bytes = 0;
    bool is_spare = false; ///< for readers that cannot decompress: it may be missing
};

void keep(source& from, const wanted_buffer& wanted, std::vector<std::byte> found) {
    if (found.size() < wanted.bytes) {
        from.fail(errors::bad_buffer, wanted.place,
                  "has " + std::to_string(found.size()) + " bytes of the " +
                      std::to_string(wanted.bytes) +
                      " that byteLength states; the data is cut off, export the file again");
        return;
    }
    found.resize(wanted.bytes); // chunks are padded, and files may be longer
    from.buffers.push_back(std::move(found));
    from.missing_buffers.push_back(false);
}

void read_data_uri(source& from, const wanted_buffer& wanted, std::string_view uri) {
    const std::size_t comma = uri.find(',');
    constexpr std::string_view marker = ";base64";
    if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(marker)) {
        from.fail(errors::bad_uri, wanted.place + "/uri",
                  "is a data URI without base64; embed the buffer as base64");
        return;
    }
    const std::string_view text = uri.substr(comma + 1);
    if (!from.take_bytes(text.size() / 4 * 3 + 3, wanted.place)) {
        return;
    }
    std::optional<std::vector<std::byte>> bytes = decode_base64(text);
    if (!bytes) {
        from.fail(errors::bad_uri, wanted.place + "/uri",
                  "holds characters that are not base64; export the file again");
        return;
    }
    keep(from, wanted, *std::move(bytes));
}

void read_beside(source& from, const wanted_buffer& wanted, std::string_view uri) {
    const relative_path target = path_of_uri(uri);
    if (target.refused != nullptr) {
        from.fail(errors::bad_uri, wanted.place + "/uri",
                  "is \"" + json::printable(uri) + "\": " + target.refused +
                      "; put the buffer into the file's folder or embed it");
        return;
    }
    if (!from.has_folder) {
        from.fail(errors::bad_uri, wanted.place + "/uri",
                  "names a file, but this model came from memory; embed the buffer");
        return;
    }
    std::error_code code;
    if (std::filesystem::status(from.folder / target.path, code).type() ==
        std::filesystem::file_type::not_found) {
        const std::string cause = "\"" + target.path.string() + "\" is not beside the file";
        if (from.limits.need_all_buffers && !wanted.is_spare) {
            from.fail(errors::missing_file, wanted.place + "/uri", cause + "; put it there");
            return;
        }
        if (!wanted.is_spare) {
            from.warn(wanted.place + "/uri", cause + "; what it holds was left out");
        }
        from.buffers.emplace_back();
        from.missing_buffers.push_back(!wanted.is_spare);
        return;
    }
    // Twice: as text and as bytes.
    if (!from.take_bytes(2 * static_cast<std::uint64_t>(wanted.bytes), wanted.place)) {
        return;
    }
    const std::string text =
        json::read_file(from.shared, from.folder / target.path, from.limits.max_file_bytes);
    if (from.ok()) {
        const auto* first = reinterpret_cast<const std::byte*>(text.data());
        keep(from, wanted, {first, first + std::min(text.size(), wanted.bytes)});
    }
}

} // namespace

bool is_data_uri(std::string_view uri) {
    constexpr std::string_view scheme = "data:";
    return uri.size() >= scheme.size() &&
           std::equal(scheme.begin(), scheme.end(), uri.begin(), [](char a, char b) {
               return a == std::tolower(static_cast<unsigned char>(b));
           });
}

std::optional<std::vector<std::byte>> bytes_of_data_uri(std::string_view uri) {
    const std::size_t comma = uri.find(',');
    constexpr std::string_view marker = ";base64";
    if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(marker)) {
        return std::nullopt;
    }
    return decode_base64(uri.substr(comma + 1));
}

relative_path path_of_uri(std::string_view uri) {
    const std::optional<std::string> decoded = percent_decoded(uri);
    if (!decoded || decoded->empty()) {
        return {{}, "no valid URI"};
    }
    const std::string& path = *decoded;
    if (path.find(':') != std::string::npos) {
        return {{}, "only files are read, and none with a colon in its name"};
    }
    if (std::any_of(path.begin(), path.end(), [](char c) {
            return static_cast<unsigned char>(c) < 0x20 || c == '\\' || c == 0x7F;
        })) {
        return {{}, "backslashes and control characters are refused"};
    }
    if (path.front() == '/' || path.front() == '~') {
        return {{}, "absolute paths are refused"};
    }
    const std::filesystem::path parts(std::u8string(path.begin(), path.end()));
    for (const std::filesystem::path& part : parts) {
        if (part == "..") {
            return {{}, "paths out of the file's folder are refused"};
        }
    }
    if (parts.is_absolute() || parts.has_root_name()) {
        return {{}, "absolute paths are refused"};
    }
    return {parts, nullptr};
}

std::optional<std::vector<std::byte>> decode_base64(std::string_view text) {
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) {
        text.remove_suffix(1);
    }
    std::vector<std::byte> out;
    out.reserve(text.size() / 4 * 3 + 3);
    std::uint32_t held = 0;
    int bits = 0;
    for (const char c : text) {
        const int digit = base64_digit(c);
        if (digit < 0) {
            return std::nullopt;
        }
        held = ((held << 6U) | static_cast<std::uint32_t>(digit)) & 0xFFFFU;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out.push_back(static_cast<std::byte>((held >> static_cast<unsigned>(bits)) & 0xFFU));
        }
    }
    return out;
}

void read_buffers(source& from, const json::value& root, const container& parts) {
    if (!root.has("buffers")) {
        return;
    }
    const json::value list = root["buffers"];
    const std::size_t count = list.size(1024);
    if (!from.ok()) {
        return;
    }
    const std::vector<bool> spare = find_placeholders(root, count);
    for (std::size_t i = 0; i < count && from.ok(); ++i) {
        const json::value buffer = list.at(i);
        const auto most = static_cast<std::int64_t>(
            std::min<std::uint64_t>(from.limits.max_file_bytes, 0x7FFFFFFF));
        const wanted_buffer wanted = {
            buffer.pointer(), static_cast<std::size_t>(buffer["byteLength"].integer(0, most)),
            static_cast<bool>(spare[i])};
        if (!from.ok()) {
            return;
        }
        if (buffer.has("uri")) {
            const std::string uri = buffer["uri"].text();
            if (!from.ok()) {
                return;
            }
            is_data_uri(uri) ? read_data_uri(from, wanted, uri) : read_beside(from, wanted, uri);
        } else if (i == 0 && parts.binary) {
            if (from.take_bytes(parts.binary->size(), wanted.place)) {
                keep(from, wanted, {parts.binary->begin(), parts.binary->end()});
            }
        } else if (wanted.is_spare) {
            from.buffers.emplace_back();
            from.missing_buffers.push_back(false);
        } else {
            from.fail(errors::bad_buffer, wanted.place,
                      "has no uri and is not the .glb's own; name its file or embed it");
        }
    }
}

} // namespace jounce::gltf
