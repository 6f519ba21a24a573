// References of a document to its binary data.

#include <jounce/modules/bake/glb_document.hpp>

#include <algorithm>
#include <cstdio>

namespace jounce::bake {
namespace {

using ordered = nlohmann::ordered_json;

/// FNV-1a, 64 bits.
class fingerprint {
public:
    void add(std::string_view bytes) {
        for (const char byte : bytes) {
            state_ = (state_ ^ static_cast<unsigned char>(byte)) * 0x100000001B3ULL;
        }
    }
    std::string text() const {
        char out[17];
        std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(state_));
        return out;
    }

private:
    std::uint64_t state_ = 0xCBF29CE484222325ULL;
};

std::optional<std::size_t> number(const ordered& object, const char* member) {
    // Numbers that were just added count as signed, those that were read as unsigned.
    if (!object.is_object() || !object.contains(member) || !object[member].is_number_integer() ||
        object[member] < 0) {
        return std::nullopt;
    }
    return object[member].get<std::size_t>();
}

const ordered* element(const ordered& document, const char* list,
                       std::optional<std::size_t> index) {
    const bool there = index && document.contains(list) && document[list].is_array() &&
                       *index < document[list].size() && document[list][*index].is_object();
    return there ? &document[list][*index] : nullptr;
}

/// The bytes of a view, as far as they are there.
std::optional<std::string_view> bytes_of(const ordered& view, std::string_view binary) {
    const std::size_t offset = number(view, "byteOffset").value_or(0);
    const std::optional<std::size_t> length = number(view, "byteLength");
    if (!length || number(view, "buffer") != std::size_t{0} || offset > binary.size() ||
        *length > binary.size() - offset) {
        return std::nullopt;
    }
    return binary.substr(offset, *length);
}

/// Bytes of an element, tightly packed; 0 for types that glTF does not have.
std::size_t element_size(const ordered& accessor) {
    std::size_t component = 0;
    switch (number(accessor, "componentType").value_or(0)) {
    case 5120:
    case 5121: component = 1; break;
    case 5122:
    case 5123: component = 2; break;
    case 5125:
    case 5126: component = 4; break;
    default: return 0;
    }
    const std::string type =
        accessor.contains("type") && accessor["type"].is_string() ? accessor["type"] : ordered("");
    return type == "SCALAR" ? component
           : type == "VEC2" ? 2 * component
           : type == "VEC3" ? 3 * component
           : type == "VEC4" ? 4 * component
                            : 0;
}

/// The part of its view that an accessor reads.
std::optional<std::string_view> part_of(const ordered& accessor, const ordered& view,
                                        std::string_view binary) {
    const std::optional<std::string_view> bytes = bytes_of(view, binary);
    const std::size_t size = element_size(accessor);
    const std::size_t count = number(accessor, "count").value_or(0);
    const std::size_t offset = number(accessor, "byteOffset").value_or(0);
    const std::size_t stride = number(view, "byteStride").value_or(size);
    if (!bytes || size == 0 || count == 0 || offset > bytes->size() || stride < size ||
        bytes->size() - offset < size || (bytes->size() - offset - size) / stride < count - 1) {
        return std::nullopt;
    }
    return bytes->substr(offset, stride * (count - 1) + size);
}

/// Where the data of a compressed view is, or null. Such data is compared as it is stored.
const ordered* packed_data(const ordered& view) {
    for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
        if (view.contains("extensions") && view["extensions"].is_object() &&
            view["extensions"].contains(name)) {
            return &view["extensions"][name];
        }
    }
    return nullptr;
}

/// What an accessor says, without where its data is stored, and the data.
bool add_data(fingerprint& to, const ordered& document, std::string_view binary,
              std::optional<std::size_t> index) {
    const ordered* accessor = element(document, "accessors", index);
    if (accessor == nullptr) {
        return false;
    }
    for (const char* member : {"componentType", "count", "type", "normalized"}) {
        to.add(accessor->contains(member) ? (*accessor)[member].dump() : "-");
    }
    const auto add_view = [&](const ordered& from, bool whole) {
        const std::optional<std::size_t> view = number(from, "bufferView");
        if (!view) {
            to.add("zeros");
            return true;
        }
        const ordered* at = element(document, "bufferViews", view);
        const ordered* packed = at != nullptr ? packed_data(*at) : nullptr;
        if (packed != nullptr) {
            to.add(std::to_string(number(from, "byteOffset").value_or(0)));
        }
        const auto bytes = at == nullptr       ? std::nullopt
                           : packed != nullptr ? bytes_of(*packed, binary)
                           : whole             ? bytes_of(*at, binary)
                                               : part_of(from, *at, binary);
        to.add(bytes.value_or(""));
        return bytes.has_value();
    };
    if (!accessor->contains("sparse")) {
        return add_view(*accessor, false);
    }
    const ordered& sparse = (*accessor)["sparse"];
    to.add(std::to_string(number(sparse, "count").value_or(0)));
    return sparse.is_object() && sparse.contains("indices") && sparse.contains("values") &&
           add_view(*accessor, false) && add_view(sparse["indices"], true) &&
           add_view(sparse["values"], true);
}

bool uses_view(const ordered& document, std::size_t view) {
    for (const char* list : {"accessors", "images"}) {
        if (document.contains(list) && document[list].is_array()) {
            for (const ordered& one : document[list]) {
                if (number(one, "bufferView") == view) {
                    return true;
                }
            }
        }
    }
    return false;
}

} // namespace

std::optional<std::string> glb_document::print_of(const ordered& sampler) const {
    fingerprint out;
    for (const char* member : {"input", "output"}) {
        if (!add_data(out, json_, binary_, number(sampler, member))) {
            return std::nullopt;
        }
    }
    out.add(sampler.contains("interpolation") ? sampler["interpolation"].dump() : "\"LINEAR\"");
    return out.text();
}

void glb_document::drop_last(const std::set<std::size_t>& accessors) {
    while (json_.contains("accessors") && !json_["accessors"].empty() &&
           accessors.count(json_["accessors"].size() - 1) > 0) {
        const std::optional<std::size_t> view = number(json_["accessors"].back(), "bufferView");
        json_["accessors"].erase(json_["accessors"].size() - 1);
        if (!view || !json_.contains("bufferViews") || *view + 1 != json_["bufferViews"].size() ||
            uses_view(json_, *view)) {
            continue;
        }
        const ordered& last = json_["bufferViews"].back();
        const auto bytes = bytes_of(last, binary_);
        const std::size_t offset = number(last, "byteOffset").value_or(0);
        if (bytes && offset + bytes->size() == binary_.size()) {
            binary_.resize(offset);
            json_["bufferViews"].erase(*view);
        }
    }
    // glTF allows no empty lists, and no empty buffer.
    for (const char* list : {"accessors", "bufferViews"}) {
        if (json_.contains(list) && json_[list].empty()) {
            json_.erase(list);
        }
    }
    if (json_.contains("buffers") && !json_["buffers"].empty()) {
        binary_.empty() ? static_cast<void>(json_.erase("buffers"))
                        : static_cast<void>(json_["buffers"][0]["byteLength"] = binary_.size());
    }
}

std::int32_t glb_document::add_view(std::span<const std::byte> bytes) {
    if (!json_.contains("buffers")) {
        json_["buffers"] = ordered::array({ordered::object()});
    }
    binary_.append((4 - binary_.size() % 4) % 4, '\0');
    const std::int32_t index =
        add("bufferViews",
            {{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes.size()}});
    binary_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    json_["buffers"][0]["byteLength"] = binary_.size();
    return index;
}

std::int32_t glb_document::add_attribute(std::span<const float> values, std::string_view type,
                                         bool bounds) {
    constexpr int target_vertices = 34962;
    const std::int32_t index = add_floats(values, type, bounds);
    json_["bufferViews"].back()["target"] = target_vertices;
    return index;
}

std::int32_t glb_document::add_indices(std::span<const std::uint32_t> values) {
    constexpr int component_u16 = 5123;
    constexpr int component_u32 = 5125;
    constexpr int target_indices = 34963;
    // The largest number of a type is not an index: some APIs restart strips at it.
    const bool are_small =
        std::all_of(values.begin(), values.end(), [](std::uint32_t v) { return v < 65535; });
    if (!are_small) {
        return add_accessor(std::as_bytes(values), values.size(), component_u32, "SCALAR",
                            target_indices);
    }
    std::vector<std::uint16_t> small;
    small.reserve(values.size());
    for (const std::uint32_t value : values) {
        small.push_back(static_cast<std::uint16_t>(value));
    }
    return add_accessor(std::as_bytes(std::span(small)), small.size(), component_u16, "SCALAR",
                        target_indices);
}

} // namespace jounce::bake
