#include <jounce/modules/gltf/check_document.hpp>
#include <jounce/modules/gltf/extensions.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace jounce::gltf {
namespace {

using library = nlohmann::json;

/// A copy without extras and extensions, at any depth. Documents are nested at most 32 deep.
library stripped(const library& value) {
    if (value.is_array()) {
        library out = library::array();
        for (const library& element : value) {
            out.push_back(stripped(element));
        }
        return out;
    }
    if (value.is_object()) {
        library out = library::object();
        for (const auto& [name, member] : value.items()) {
            if (name != "extras" && name != "extensions") {
                out.emplace(name, stripped(member));
            }
        }
        return out;
    }
    return value;
}

/// What a channel of `KHR_animation_pointer` points to, or nothing. Mistakes in it are no mistakes of
/// the file: whatever is not understood is left out.
std::string pointer_of(const library& target) {
    if (!target.is_object() || target.value("path", "") != "pointer") {
        return "";
    }
    const library::json_pointer place("/extensions/KHR_animation_pointer/pointer");
    return target.contains(place) && target[place].is_string() ? target[place].get<std::string>()
                                                               : "";
}

/// Channels by pointer become ordinary ones where they can; the pointer itself stands as path where
/// not. Channels without a node are for extensions; some versions of tinygltf drop them and so renumber
/// the others.
void aim_channels(const library& whole, std::size_t nodes, library& animations) {
    for (std::size_t a = 0; a < animations.size(); ++a) {
        library& channels = animations[a]["channels"];
        for (std::size_t c = 0; c < channels.size(); ++c) {
            library& target = channels[c]["target"];
            const std::string pointer = pointer_of(whole[a]["channels"][c]["target"]);
            if (!pointer.empty()) {
                const auto found = node_of_pointer(pointer);
                const bool is_ordinary = found && as_size(found->first) < nodes;
                target["path"] = is_ordinary ? found->second : pointer;
                target["node"] = is_ordinary ? found->first : -1;
            }
            target.emplace("node", -1);
        }
    }
}

/// Indices of compressed primitives are in no view, which tinygltf takes for a mistake: they are kept
/// from it and set afterwards.
struct held_indices {
    std::size_t mesh = 0;
    std::size_t primitive = 0;
    int accessor = -1;
};
std::vector<held_indices> hold_indices(const library& whole, library& meshes) {
    std::vector<held_indices> out;
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        library& primitives = meshes[m]["primitives"];
        for (std::size_t p = 0; p < primitives.size(); ++p) {
            const library::json_pointer packed("/extensions/KHR_draco_mesh_compression");
            if (primitives[p].contains("indices") && whole[m]["primitives"][p].contains(packed)) {
                out.push_back({m, p, primitives[p]["indices"].get<int>()});
                primitives[p].erase("indices");
            }
        }
    }
    return out;
}

} // namespace

void parse_document(source& from, const json::value& root) {
    const library& whole = *root.held();
    library part = {{"asset", {{"version", "2.0"}}}};
    for (const char* list :
         {"bufferViews", "accessors", "meshes", "nodes", "skins", "animations"}) {
        if (const auto found = whole.find(list); found != whole.end()) {
            part[list] = stripped(*found);
        }
    }
    if (part.contains("animations")) {
        const auto nodes = whole.find("nodes");
        aim_channels(whole["animations"], nodes == whole.end() ? 0 : nodes->size(),
                     part["animations"]);
    }
    std::vector<held_indices> held;
    if (part.contains("meshes")) {
        held = hold_indices(whole["meshes"], part["meshes"]);
    }
    const std::string text = part.dump();
    part = nullptr;
    std::string wrong;
    std::string warned;
    jounce_tinygltf::TinyGLTF parser;
    if (!parser.LoadASCIIFromString(&from.document, &wrong, &warned, text.data(),
                                    static_cast<unsigned>(text.size()), "")) {
        from.fail(errors::bad_json, "",
                  "tinygltf refuses it: " + wrong + "; export the file again");
        return;
    }
    for (const held_indices& one : held) {
        from.document.meshes[one.mesh].primitives[one.primitive].indices = one.accessor;
    }
}

} // namespace jounce::gltf
