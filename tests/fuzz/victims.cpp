#include "victims.hpp"

#include <jounce/modules/gltf/buffers.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <string>

namespace jounce::test {

namespace fs = std::filesystem;

namespace {

bool is_model(const fs::path& file) {
    const std::string ending = file.extension().string();
    return ending == ".gltf" || ending == ".glb" || ending == ".vrm";
}

} // namespace

std::vector<fs::path> buffers_beside(const fs::path& document) {
    std::vector<fs::path> out;
    if (document.extension() != ".gltf") {
        return out;
    }
    std::ifstream stream(document, std::ios::binary);
    const nlohmann::json json = nlohmann::json::parse(stream, nullptr, false);
    if (!json.is_object() || !json.contains("buffers") || !json["buffers"].is_array()) {
        return out;
    }
    for (const nlohmann::json& buffer : json["buffers"]) {
        const auto uri = buffer.is_object() ? buffer.find("uri") : buffer.end();
        if (!buffer.is_object() || uri == buffer.end() || !uri->is_string()) {
            continue;
        }
        const fs::path name = jounce::gltf::path_of_uri(uri->get<std::string>()).path;
        // Only plain names: what is written for the reader must not leave the folder for it.
        if (!name.empty() && name == name.filename() &&
            fs::is_regular_file(document.parent_path() / name) &&
            std::find(out.begin(), out.end(), document.parent_path() / name) == out.end()) {
            out.push_back(document.parent_path() / name);
        }
    }
    return out;
}

std::vector<victim> victims_of(const std::vector<fs::path>& given) {
    std::vector<fs::path> documents;
    for (const fs::path& path : given) {
        if (!fs::is_directory(path)) {
            documents.push_back(path);
            continue;
        }
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
            if (entry.is_regular_file() && is_model(entry.path())) {
                documents.push_back(entry.path());
            }
        }
    }
    std::sort(documents.begin(), documents.end()); // folders have no order of their own
    std::vector<victim> out;
    for (const fs::path& document : documents) {
        out.push_back({document, document});
        for (const fs::path& buffer : buffers_beside(document)) {
            out.push_back({buffer, document});
        }
    }
    return out;
}

} // namespace jounce::test
