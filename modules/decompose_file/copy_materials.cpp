#include <jounce/modules/decompose_file/copy_materials.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace jounce::decompose {
namespace {

using ordered = nlohmann::ordered_json;

/// A texture that is looked up by a set of coordinates that is not written.
bool uses_other_coordinates(const ordered& slot) {
    const auto is_other = [](const ordered& object) {
        return object.contains("texCoord") && object["texCoord"] != 0;
    };
    const ordered::json_pointer transform("/extensions/KHR_texture_transform");
    return slot.is_object() && slot.contains("index") &&
           (is_other(slot) ||
            (slot.contains(transform) && slot[transform].is_object() && is_other(slot[transform])));
}

/// Erases such textures at any depth; says whether there were any. Documents are nested at most 32 deep.
bool drop_textures(ordered& in) {
    bool any = false;
    if (in.is_object()) {
        for (auto member = in.begin(); member != in.end();) {
            if (uses_other_coordinates(*member)) {
                member = in.erase(member);
                any = true;
            } else {
                any = drop_textures(*member) || any;
                ++member;
            }
        }
    } else if (in.is_array()) {
        for (ordered& one : in) {
            any = drop_textures(one) || any;
        }
    }
    return any;
}

/// Whether some object of a value has this extension.
bool mentions(const ordered& in, const std::string& extension) {
    if (in.is_object() && in.contains("extensions") && in["extensions"].is_object() &&
        in["extensions"].contains(extension)) {
        return true;
    }
    return in.is_structured() && std::any_of(in.begin(), in.end(), [&](const ordered& one) {
               return mentions(one, extension);
           });
}

std::optional<std::size_t> size_in(const ordered& object, const char* member) {
    if (!object.is_object() || !object.contains(member) || !object[member].is_number_unsigned()) {
        return std::nullopt;
    }
    return object[member].get<std::size_t>();
}

/// The bytes of a buffer view, if it is sound.
std::optional<std::span<const std::byte>> bytes_of(const gltf::model& from, const ordered& document,
                                                   std::size_t view) {
    if (!document.contains("bufferViews") || view >= document["bufferViews"].size()) {
        return std::nullopt;
    }
    const ordered& given = document["bufferViews"][view];
    const auto buffer = size_in(given, "buffer");
    const auto size = size_in(given, "byteLength");
    const std::size_t offset = size_in(given, "byteOffset").value_or(0);
    if (!buffer || !size || *buffer >= from.buffers.size() ||
        offset > from.buffers[*buffer].size() || *size > from.buffers[*buffer].size() - offset) {
        return std::nullopt;
    }
    return std::span(from.buffers[*buffer]).subspan(offset, *size);
}

/// Moves images that lie in buffers; false if one of them does not lie where it says.
bool copy_images(const gltf::model& from, const ordered& document, ordered& images,
                 bake::glb_document& to) {
    for (ordered& image : images) {
        if (!image.is_object() || !image.contains("bufferView")) {
            continue;
        }
        const auto view = size_in(image, "bufferView");
        const auto bytes = view ? bytes_of(from, document, *view) : std::nullopt;
        if (!bytes) {
            return false;
        }
        image["bufferView"] = to.add_view(*bytes);
    }
    return true;
}

} // namespace

std::vector<std::string> copy_materials(const gltf::model& from, const ordered& document,
                                        bake::glb_document& to) {
    if (!document.is_object() || !document.contains("materials")) {
        return {};
    }
    std::vector<std::string> out;
    ordered copied = ordered::object();
    for (const char* list : {"materials", "textures", "images", "samplers"}) {
        if (document.contains(list) && document[list].is_array() && !document[list].empty()) {
            copied[list] = document[list];
        }
    }
    if (copied.contains("images") && !copy_images(from, document, copied["images"], to)) {
        return {from.file.string() +
                ": an image lies outside of its buffer; materials were left out"};
    }
    if (copied.contains("materials") && drop_textures(copied["materials"])) {
        out.push_back(from.file.string() +
                      ": textures of other coordinates than the first were left out");
    }
    for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
        if (document.contains(list) && document[list].is_array()) {
            for (const ordered& name : document[list]) {
                if (name.is_string() && mentions(copied, name.get<std::string>())) {
                    copied[list].push_back(name);
                }
            }
        }
    }
    to.json().update(copied);
    return out;
}

std::int32_t material_of(const ordered& document, const gltf::mesh& primitive) {
    const ordered::json_pointer place("/meshes/" + std::to_string(primitive.source_mesh) +
                                      "/primitives/" + std::to_string(primitive.primitive) +
                                      "/material");
    if (!document.is_object() || !document.contains(place) ||
        !document[place].is_number_unsigned() || !document.contains("materials") ||
        document[place].get<std::size_t>() >= document["materials"].size()) {
        return -1;
    }
    return document[place].get<std::int32_t>();
}

} // namespace jounce::decompose
