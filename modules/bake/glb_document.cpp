#include <jounce/modules/bake/glb_document.hpp>

#include <jounce/modules/files/replace_file.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace jounce::bake {
namespace {

using ordered = nlohmann::ordered_json;

// Of the specification.
constexpr int component_u8 = 5121;
constexpr int component_u16 = 5123;
constexpr int component_f32 = 5126;
constexpr int target_vertices = 34962;
constexpr std::uint32_t glb_magic = 0x46546C67;
constexpr std::uint32_t chunk_json = 0x4E4F534A;
constexpr std::uint32_t chunk_binary = 0x004E4942;

std::size_t width_of(std::string_view type) {
    return type == "SCALAR" ? 1 : type == "VEC2" ? 2 : type == "VEC3" ? 3 : type == "VEC4" ? 4 : 16;
}

std::size_t padding(std::size_t size) { return (4 - size % 4) % 4; }

void put_u32(std::string& to, std::size_t value) {
    for (int byte = 0; byte < 4; ++byte) {
        to += static_cast<char>((value >> (8 * byte)) & 0xFFU);
    }
}

/// Where a buffer of the input is in the output.
struct moved_buffer {
    std::size_t buffer = 0;
    std::size_t start = 0;
};

/// Moves whatever names a buffer (a view, or an extension of one) to where its bytes are now.
void move_view(ordered& view, const std::vector<moved_buffer>& moved) {
    if (!view.is_object() || !view.contains("buffer") || !view["buffer"].is_number_unsigned()) {
        return;
    }
    const std::size_t buffer = view["buffer"].get<std::size_t>();
    if (buffer < moved.size()) {
        const bool has_offset =
            view.contains("byteOffset") && view["byteOffset"].is_number_unsigned();
        if (const std::size_t start = moved[buffer].start; start > 0) {
            view["byteOffset"] = start + (has_offset ? view["byteOffset"].get<std::size_t>() : 0);
        }
        view["buffer"] = moved[buffer].buffer;
    }
}

/// A buffer that has no bytes, or whose bytes are not there: only readers that cannot decompress would
/// look into it.
bool is_placeholder(const ordered& buffer, const std::vector<std::byte>& held) {
    return held.empty() && buffer.contains("byteLength") &&
           buffer["byteLength"].is_number_unsigned() && buffer["byteLength"].get<std::size_t>() > 0;
}

/// The buffer that holds all is no fallback for anything, though one of those in it may have been.
void forget_fallback(ordered& said) {
    if (!said.contains("extensions") || !said["extensions"].is_object()) {
        return;
    }
    for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
        said["extensions"].erase(name);
    }
    if (said["extensions"].empty()) {
        said.erase("extensions");
    }
}

/// Properties of the joined buffers, except where their bytes are.
ordered joined_buffer(const std::vector<ordered>& buffers, std::size_t bytes) {
    ordered out = ordered::object();
    ordered others = ordered::array();
    bool has_others = false;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        ordered said = buffers[i];
        said.erase("uri");
        said.erase("byteLength");
        forget_fallback(said);
        if (i == 0) {
            out = std::move(said);
        } else {
            has_others = has_others || !said.empty();
            others.push_back(std::move(said));
        }
    }
    if (has_others) {
        out["extras"]["joined_buffers"] = std::move(others);
    }
    out["byteLength"] = bytes;
    return out;
}

} // namespace

result<glb_document> glb_document::make(std::string_view json,
                                        std::span<const std::vector<std::byte>> buffers,
                                        std::filesystem::path file) {
    glb_document out;
    out.file_ = std::move(file);
    out.json_ = ordered::parse(json, nullptr, false);
    if (!out.json_.is_object()) {
        return error{errors::bad_json,
                     out.file_.string() + ": is not a JSON object; export it again"};
    }
    const ordered none = ordered::array();
    const ordered& listed = out.json_.contains("buffers") ? out.json_["buffers"] : none;
    if (!listed.is_array() || listed.size() != buffers.size()) {
        return error{errors::bad_buffer, out.file_.string() + ": /buffers: does not go with the " +
                                             std::to_string(buffers.size()) +
                                             " buffers that were read; read the file again"};
    }
    std::vector<moved_buffer> moved;
    std::vector<ordered> joined;
    ordered kept = ordered::array({ordered::object()}); // the first holds all
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (!listed[i].is_object() || (i == 0 && listed[i].contains("extras") &&
                                       !listed[i]["extras"].is_object() && buffers.size() > 1)) {
            return error{errors::wrong_type, out.file_.string() + ": /buffers/" +
                                                 std::to_string(i) +
                                                 ": is not an object with an object as extras"};
        }
        if (is_placeholder(listed[i], buffers[i])) {
            moved.push_back({kept.size(), 0});
            kept.push_back(listed[i]);
            continue;
        }
        out.binary_.append(padding(out.binary_.size()), '\0');
        moved.push_back({0, out.binary_.size()});
        joined.push_back(listed[i]);
        out.binary_.append(reinterpret_cast<const char*>(buffers[i].data()), buffers[i].size());
    }
    if (out.json_.contains("bufferViews") && out.json_["bufferViews"].is_array()) {
        for (ordered& view : out.json_["bufferViews"]) {
            move_view(view, moved);
            if (view.is_object() && view.contains("extensions") && view["extensions"].is_object()) {
                for (ordered& extension : view["extensions"]) {
                    move_view(extension, moved);
                }
            }
        }
    }
    if (!buffers.empty()) {
        kept[0] = joined_buffer(joined, out.binary_.size());
        out.json_["buffers"] = std::move(kept);
    }
    return out;
}

std::int32_t glb_document::add(const char* member, ordered object) {
    ordered& list = json_[member];
    if (!list.is_array()) {
        list = ordered::array();
    }
    list.push_back(std::move(object));
    return static_cast<std::int32_t>(list.size()) - 1;
}

std::int32_t glb_document::add_accessor(std::span<const std::byte> bytes, std::size_t count,
                                        int component, std::string_view type, int target) {
    const std::int32_t index = add_view(bytes);
    if (target != 0) {
        json_["bufferViews"].back()["target"] = target;
    }
    return add(
        "accessors",
        {{"bufferView", index}, {"componentType", component}, {"count", count}, {"type", type}});
}

std::int32_t glb_document::add_floats(std::span<const float> values, std::string_view type,
                                      bool bounds) {
    const std::size_t width = width_of(type);
    const std::int32_t index =
        add_accessor(std::as_bytes(values), values.size() / width, component_f32, type, 0);
    if (bounds && !values.empty()) {
        std::vector<float> least(values.begin(),
                                 values.begin() + static_cast<std::ptrdiff_t>(width));
        std::vector<float> most = least;
        for (std::size_t i = width; i < values.size(); ++i) {
            least[i % width] = std::min(least[i % width], values[i]);
            most[i % width] = std::max(most[i % width], values[i]);
        }
        ordered& accessor = json_["accessors"].back();
        accessor["min"] = least;
        accessor["max"] = most;
    }
    return index;
}

std::int32_t glb_document::add_joints(std::span<const std::uint16_t> values) {
    return add_accessor(std::as_bytes(values), values.size() / 4, component_u16, "VEC4",
                        target_vertices);
}

std::int32_t glb_document::add_joints(std::span<const std::uint8_t> values) {
    return add_accessor(std::as_bytes(values), values.size() / 4, component_u8, "VEC4",
                        target_vertices);
}

std::int32_t glb_document::add_weights(std::span<const float> values) {
    return add_accessor(std::as_bytes(values), values.size() / 4, component_f32, "VEC4",
                        target_vertices);
}

std::int32_t glb_document::add_weights(std::span<const std::uint16_t> values) {
    return add_normalised(std::as_bytes(values), values.size() / 4, component_u16);
}

std::int32_t glb_document::add_weights(std::span<const std::uint8_t> values) {
    return add_normalised(std::as_bytes(values), values.size() / 4, component_u8);
}

std::int32_t glb_document::add_normalised(std::span<const std::byte> bytes, std::size_t count,
                                          int component) {
    const std::int32_t index = add_accessor(bytes, count, component, "VEC4", target_vertices);
    json_["accessors"].back()["normalized"] = true;
    return index;
}

result<std::string> glb_document::bytes() const {
    std::string text;
    try {
        text = json_.dump();
    } catch (const ordered::exception&) {
        return error{errors::bad_json,
                     file_.string() + ": has text that is not UTF-8, which glTF requires; rename "
                                      "what has it, or export it again"};
    }
    text.append(padding(text.size()), ' ');
    const std::size_t binary = binary_.size() + padding(binary_.size());
    const std::size_t total = 12 + 8 + text.size() + (binary > 0 ? 8 + binary : 0);
    if (total > std::numeric_limits<std::uint32_t>::max()) {
        return error{errors::too_large,
                     file_.string() + ": would have " + std::to_string(total) +
                         " bytes, a .glb has at most 4 GiB; bake fewer clips at once"};
    }
    std::string out;
    out.reserve(total);
    put_u32(out, glb_magic);
    put_u32(out, 2);
    put_u32(out, total);
    put_u32(out, text.size());
    put_u32(out, chunk_json);
    out += text;
    if (binary > 0) {
        put_u32(out, binary);
        put_u32(out, chunk_binary);
        out += binary_;
        out.append(binary - binary_.size(), '\0');
    }
    return out;
}

std::optional<error> glb_document::save(const std::filesystem::path& to) const {
    const result<std::string> whole = bytes();
    return whole ? replace_file(to, *whole) : std::optional<error>(whole.error());
}

} // namespace jounce::bake
