#include "support/gltf_builder.hpp"

#include <utility>

namespace jounce::test {

int gltf_builder::add(const char* list, nlohmann::json entry) {
    document[list].push_back(std::move(entry));
    return static_cast<int>(document[list].size()) - 1;
}

int gltf_builder::view(std::string_view bytes, int stride) {
    buffer.resize((buffer.size() + 3) / 4 * 4);
    nlohmann::json entry = {
        {"buffer", 0}, {"byteOffset", buffer.size()}, {"byteLength", bytes.size()}};
    if (stride != 0) {
        entry["byteStride"] = stride;
    }
    buffer += bytes;
    return add("bufferViews", std::move(entry));
}

int gltf_builder::accessor_on(int view, int component, const char* type, std::size_t count,
                              bool normalised, int offset) {
    nlohmann::json entry = {{"componentType", component}, {"type", type}, {"count", count}};
    if (view >= 0) {
        entry["bufferView"] = view;
    }
    if (normalised) {
        entry["normalized"] = true;
    }
    if (offset != 0) {
        entry["byteOffset"] = offset;
    }
    return add("accessors", std::move(entry));
}

std::size_t gltf_builder::components(std::string_view type) {
    return type == "SCALAR" ? 1 : type == "VEC2" ? 2 : type == "VEC3" ? 3 : type == "VEC4" ? 4 : 16;
}

namespace {

/// The document with its buffer named; a document that brings its own buffers keeps them.
std::string with_buffer(const gltf_builder& from, const std::string& uri) {
    nlohmann::json out = from.document;
    if (!out.contains("buffers") && !from.buffer.empty()) {
        out["buffers"] = {{{"byteLength", from.buffer.size()}}};
        if (!uri.empty()) {
            out["buffers"][0]["uri"] = uri;
        }
    }
    return out.dump(1);
}

std::string padded(std::string text, char with) {
    text.resize((text.size() + 3) / 4 * 4, with);
    return text;
}

} // namespace

std::string gltf_builder::embedded() const {
    return with_buffer(*this, "data:application/octet-stream;base64," + base64(buffer));
}

std::string gltf_builder::beside(const std::string& uri) const { return with_buffer(*this, uri); }

std::string gltf_builder::binary() const { return glb_of(with_buffer(*this, ""), buffer); }

std::string glb_of(std::string_view json, std::string_view binary) {
    const std::string text = padded(std::string(json), ' ');
    const std::string data = padded(std::string(binary), '\0');
    std::string out = word(static_cast<std::uint32_t>(text.size())) + "JSON" + text;
    if (!data.empty()) {
        out += word(static_cast<std::uint32_t>(data.size())) + std::string("BIN\0", 4) + data;
    }
    return "glTF" + word(2) + word(static_cast<std::uint32_t>(out.size() + 12)) + out;
}

std::string word(std::uint32_t value) {
    std::string out;
    for (int i = 0; i < 4; ++i) {
        out += static_cast<char>(value & 0xFFU);
        value >>= 8U;
    }
    return out;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const unsigned char c =
                i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0;
            bits = (bits << 8U) | c;
        }
        for (std::size_t k = 0; k < 4; ++k) {
            out += i + k > bytes.size() ? '=' : digits[(bits >> (18U - 6U * k)) & 63U];
        }
    }
    return out;
}

} // namespace jounce::test
