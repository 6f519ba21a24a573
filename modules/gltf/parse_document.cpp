#include <jounce/modules/gltf/check_document.hpp>

#include <utility>

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

/// Channels without a node are for extensions; some versions of tinygltf drop them and so renumber
/// the others.
void name_missing_targets(library& animations) {
    for (library& animation : animations) {
        for (library& channel : animation["channels"]) {
            channel["target"].emplace("node", -1);
        }
    }
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
        name_missing_targets(part["animations"]);
    }
    const std::string text = part.dump();
    part = nullptr;
    std::string wrong;
    std::string warned;
    jounce_tinygltf::TinyGLTF parser;
    if (!parser.LoadASCIIFromString(&from.document, &wrong, &warned, text.data(),
                                    static_cast<unsigned>(text.size()), "")) {
        from.fail("bad_json", "", "tinygltf refuses it: " + wrong + "; export the file again");
    }
}

} // namespace jounce::gltf
