#include "vertex_colours.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace demo {

using namespace jounce;

namespace {

constexpr int as_bytes = 5121; ///< of glTF: unsigned bytes, shares of 255
constexpr int as_floats = 5126;

/// A member, or an element, that may not be there.
const nlohmann::json& at(const nlohmann::json& in, const char* name) {
    static const nlohmann::json nothing;
    const auto found = in.is_object() ? in.find(name) : in.end();
    return in.is_object() && found != in.end() ? *found : nothing;
}
const nlohmann::json& at(const nlohmann::json& in, std::size_t index) {
    static const nlohmann::json nothing;
    return in.is_array() && index < in.size() ? in[index] : nothing;
}
std::size_t whole(const nlohmann::json& from, std::size_t otherwise) {
    return from.is_number_unsigned() ? from.get<std::size_t>() : otherwise;
}

constexpr std::size_t none = ~std::size_t{0};

} // namespace

std::vector<std::uint32_t> vertex_colours(const gltf::model& in, const gltf::mesh& of) {
    const nlohmann::json document = nlohmann::json::parse(in.json, nullptr, false);
    const nlohmann::json& primitive =
        at(at(at(at(document, "meshes"), static_cast<std::size_t>(of.source_mesh)), "primitives"),
           static_cast<std::size_t>(of.primitive));
    const nlohmann::json& accessor =
        at(at(document, "accessors"), whole(at(at(primitive, "attributes"), "COLOR_0"), none));
    const nlohmann::json& view =
        at(at(document, "bufferViews"), whole(at(accessor, "bufferView"), none));
    const std::size_t type = whole(at(accessor, "componentType"), 0);
    const std::size_t channels = at(accessor, "type") == "VEC3"   ? 3
                                 : at(accessor, "type") == "VEC4" ? 4
                                                                  : 0;
    const std::size_t count = whole(at(accessor, "count"), 0);
    const std::size_t buffer = whole(at(view, "buffer"), none);
    if (channels == 0 || count != of.vertices.positions.size() || buffer >= in.buffers.size() ||
        (type != as_bytes && type != as_floats) || !at(accessor, "sparse").is_null() ||
        !at(view, "extensions").is_null()) {
        return {};
    }
    const std::vector<std::byte>& bytes = in.buffers[buffer];
    const std::size_t each = channels * (type == as_floats ? sizeof(float) : 1);
    const std::size_t stride = whole(at(view, "byteStride"), each);
    const std::size_t first = whole(at(view, "byteOffset"), 0),
                      within = whole(at(accessor, "byteOffset"), 0);
    // The reader has checked this for what it reads; these are numbers that it did not look at.
    if (stride < each || stride > 255 || first > bytes.size() || within > bytes.size() - first ||
        count > (bytes.size() - first - within) / stride + 1 ||
        first + within + (count - 1) * stride + each > bytes.size()) {
        return {};
    }
    std::vector<std::uint32_t> out;
    for (std::size_t v = 0; v < count; ++v) {
        const std::byte* from = bytes.data() + first + within + v * stride;
        std::uint32_t colour = 0xFF000000U;
        for (std::size_t c = 0; c < 3; ++c) {
            float share = static_cast<float>(static_cast<unsigned char>(from[c])) / 255.0F;
            if (type == as_floats) {
                std::memcpy(&share, from + c * sizeof(float), sizeof share);
            }
            const float byte = share > 0 ? 255 * std::min(share, 1.0F) : 0.0F;
            colour |= static_cast<std::uint32_t>(byte + 0.5F) << (8 * c);
        }
        out.push_back(colour);
    }
    return out;
}

} // namespace demo
